#include <utility>

#include "render/formats.hpp"
#include "render/json/text.hpp"

namespace attn {
namespace {

using Buffer = fmt::memory_buffer;

class JsonSink : public Sink {
 public:
  explicit JsonSink(Output& output) : output_(output) {}

  void begin(const TraceHeader& header) override {
    append_text(out_, "{\n  \"attn_calc_trace\": 1,\n");
    append_json_header(out_, header);
    append_text(out_, "  \"steps\": [\n");
  }

  void step(const Step& step) override {
    if (!std::exchange(first_step_, false)) append_text(out_, ",\n");
    append_json_step(out_, step, [&](ObjectWriter& object) {
      object.key("values");
      write_values(step);
    });
    hand_over();
  }

  void end(const TraceFooter& footer) override {
    append_text(out_, first_step_ ? "  ]" : "\n  ]");
    append_json_footer(out_, footer);
    hand_over();
  }

 private:
  /// Rank 1: a list. Rank 2: a list of rows, one per line, so that a diff of two traces shows rows.
  void write_values(const Step& step) {
    const auto& values = step.values;
    if (step.axes.size() == 1) return write_numbers(values.data(), values.size());
    append_text(out_, "[");
    for (std::size_t i = 0; i < values.shape(0); ++i) {
      append_text(out_, i == 0 ? "\n        " : ",\n        ");
      write_numbers(values.data() + i * values.shape(1), values.shape(1));
    }
    append_text(out_, values.shape(0) == 0 ? "]" : "\n      ]");
  }

  void write_numbers(const double* numbers, std::size_t count) {
    out_.push_back('[');
    for (std::size_t i = 0; i < count; ++i) {
      if (i != 0) append_text(out_, ", ");
      write_number(out_, numbers[i]);
    }
    out_.push_back(']');
    hand_over();
  }

  /// The output gathers small pieces; a matrix of any size passes through this buffer row by row.
  void hand_over() {
    output_.write({out_.data(), out_.size()});
    out_.clear();
  }

  Output& output_;
  Buffer out_;
  bool first_step_ = true;
};

std::unique_ptr<Sink> make_json(Output& output, const RenderOptions&) {
  return std::make_unique<JsonSink>(output);
}

}  // namespace

const OutputFormat json_format{
    "json",       "the trace: every number as the shortest text that reads back the same",
    Target::text, Readers::programs,
    make_json,    "json"};

}  // namespace attn

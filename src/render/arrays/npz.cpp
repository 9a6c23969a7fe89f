#include "render/arrays/npy_bytes.hpp"
#include "render/formats.hpp"
#include "render/json/text.hpp"
#include "render/output/zip.hpp"

namespace attn {
namespace {

/// Each step as ID.npy, written as it comes; at the end trace.json, the JSON trace without the values, which
/// until then is all that is held: about half a kilobyte for a step of any size.
class NpzSink : public Sink {
 public:
  explicit NpzSink(Output& output) : archive_(output) {}

  void begin(const TraceHeader& header) override {
    append_text(description_, "{\n  \"attn_calc_trace\": 1,\n");
    append_json_header(description_, header);
    append_text(description_, "  \"steps\": [");
  }

  void step(const Step& step) override {
    const NpyBytes bytes(step);
    archive_.add(step.id + ".npy", {bytes.header(), bytes.data()});
    append_text(description_, std::exchange(first_step_, false) ? "\n" : ",\n");
    append_json_step(description_, step);
  }

  void end(const TraceFooter& footer) override {
    append_text(description_, first_step_ ? "]" : "\n  ]");
    append_json_footer(description_, footer);
    archive_.add("trace.json", {{description_.data(), description_.size()}});
    archive_.finish();
  }

 private:
  ZipWriter archive_;
  fmt::memory_buffer description_;
  bool first_step_ = true;
};

std::unique_ptr<Sink> make_npz(Output& output, const RenderOptions&) {
  return std::make_unique<NpzSink>(output);
}

}  // namespace

const OutputFormat npz_format{"npz", "a NumPy archive: each step under its id, and trace.json", Target::bytes,
                              Readers::programs, make_npz};

}  // namespace attn

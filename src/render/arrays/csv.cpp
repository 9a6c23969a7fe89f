#include <cmath>

#include "attn/number.hpp"
#include "render/formats.hpp"

namespace attn {
namespace {

/// As the CSV reader takes it: the shortest text that reads back to the same double; inf, -inf, nan.
void append_cell(fmt::memory_buffer& out, double value) {
  if (std::isfinite(value)) return write_number(out, value);
  const std::string_view word = std::isnan(value) ? "nan" : value < 0 ? "-inf" : "inf";
  out.append(word);
}

/// A file for each step, named by its id.
class CsvSink : public Sink {
 public:
  explicit CsvSink(Output& output) : output_(output) {}

  void step(const Step& step) override {
    output_.begin_file(step.id + ".csv");
    const std::size_t columns = step.values.shape(1);
    if (columns == 0) return;  // lines without cells would not be CSV
    for (std::size_t i = 0; i < step.values.shape(0); ++i) {
      out_.clear();
      for (std::size_t j = 0; j < columns; ++j) {
        if (j != 0) out_.push_back(',');
        append_cell(out_, step.values(i, j));
      }
      out_.push_back('\n');
      output_.write({out_.data(), out_.size()});
    }
  }

 private:
  Output& output_;
  fmt::memory_buffer out_;
};

}  // namespace

const OutputFormat csv_format{"csv", "a folder with a CSV file for each step (-o FOLDER)", Target::folder,
                              style::gaps, make_sink<CsvSink>};

}  // namespace attn

// A workbook that calculates: each step on a sheet of its own, its cells formulas over the sheets before it.

#include <fmt/format.h>

#include <string>

#include "attn/error.hpp"
#include "render/axis_text.hpp"
#include "render/formats.hpp"
#include "render/notation.hpp"
#include "render/xlsx/book.hpp"
#include "render/xlsx/contents.hpp"
#include "render/xlsx/step_sheet.hpp"
#include "text/visible.hpp"

namespace attn {
namespace {

using namespace xlsx;

constexpr std::size_t most_rows = 1048576;  // of a sheet, in Excel
constexpr std::size_t most_columns = 16384;
constexpr std::size_t most_sheets = 2000;
constexpr std::size_t most_cells = 2'000'000;  ///< formulas are kept until the end, some 300 bytes each

class XlsxSink : public Sink {
 public:
  XlsxSink(Output& output, const RenderOptions& options)
      : output_(output), options_(options), notation_(options_) {}

  void begin(const TraceHeader& header) override {
    dtype_ = header.dtype;
    book_.emplace(header.title, header.version);
    contents_.emplace(*book_, header, options_);
    sheets_.emplace(*book_, header, options_);
  }

  void step(const Step& step) override {
    is_narrow_ = is_narrow_ || dtype_ != "float64";
    Entry entry{"", notation_.id(step), visible(notation_.formula(step)), shape_in_words(step.axes),
                notation_.note(step)};
    if (step.op != "skip") {
      check_size(step);
      has_plain_values_ = !sheets_->write(step, entry).is_live || has_plain_values_;
    }
    contents_->add(std::move(entry));
  }

  void end(const TraceFooter& footer) override {
    if (is_narrow_)
      contents_->add_note(
          fmt::format("The numbers were calculated in {}; a spreadsheet calculates in double "
                      "precision, so that its own differ in later digits.",
                      dtype_));
    if (has_plain_values_)
      contents_->add_note(
          "A step that says so has values and no formulas, because steps or rows that it comes "
          "from are not in this workbook.");
    for (const Distance& distance : footer.from_standard)
      contents_->add_note(fmt::format("Tiled against standard: {} differs by at most {:.2g}.",
                                      notation_.name(distance.step), distance.max_abs));
    contents_->write(sheets_->constants());
    book_->write_to(output_);
  }

 private:
  void check_size(const Step& step) {
    const std::size_t rows = step.values.shape(0);
    const std::size_t columns = step.values.shape(1);
    cells_ += rows * columns;
    constexpr std::string_view advice = "choose with --steps, --heads or --rows";
    if (rows > most_rows - 10 || columns > most_columns - 1)
      throw InputError(
          fmt::format("--format xlsx: {} has {} rows and {} columns, a sheet of Excel {} and {}; {}", step.id,
                      rows, columns, most_rows, most_columns, advice));
    if (cells_ > most_cells || sheets_->count() == most_sheets)
      throw InputError(fmt::format("--format xlsx holds up to {} steps and {} numbers, found more; {}",
                                   most_sheets, most_cells, advice));
  }

  Output& output_;
  RenderOptions options_;
  Notation notation_;
  std::string dtype_;
  std::optional<Book> book_;
  std::optional<Contents> contents_;
  std::optional<StepSheet> sheets_;
  std::size_t cells_ = 0;
  bool is_narrow_ = false;
  bool has_plain_values_ = false;
};

}  // namespace

const OutputFormat xlsx_format{"xlsx",
                               "a spreadsheet that calculates: change an input, and every step follows",
                               Target::bytes, style::notation, make_sink<XlsxSink>};

}  // namespace attn

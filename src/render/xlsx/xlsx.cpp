// A workbook that calculates: each step on a sheet of its own, its cells formulas over the sheets before it.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <string>
#include <utility>

#include "attn/error.hpp"
#include "render/axis_text.hpp"
#include "render/decimals.hpp"
#include "render/formats.hpp"
#include "render/notation.hpp"
#include "render/xlsx/book.hpp"
#include "render/xlsx/contents.hpp"
#include "render/xlsx/formula.hpp"
#include "render/xlsx/sheet.hpp"
#include "text/display.hpp"
#include "text/visible.hpp"

namespace attn {
namespace {

using namespace xlsx;

constexpr std::size_t most_rows = 1048576;  // of a sheet, in Excel
constexpr std::size_t most_columns = 16384;
constexpr std::size_t most_sheets = 2000;
constexpr std::size_t most_cells = 2'000'000;  ///< formulas are kept until the end, some 300 bytes each

/// Rows of a sheet above the matrix: its equation, its shape, its numbers, the headings of its columns. There
/// is room for a number on each sheet, so that a cell has the same name on all of them.
constexpr std::size_t equation_row = 0;
constexpr std::size_t shape_row = 1;
constexpr std::size_t first_number_row = 2;

/// "0.0000", or "0.0000E+00" where these decimals would show nothing.
std::string number_format(const Decimals& decimals) {
  std::string format = "0";
  if (decimals.count > 0) format += "." + std::string(static_cast<std::size_t>(decimals.count), '0');
  return decimals.scientific ? format + "E+00" : format;
}

bool holds_lowest(const Matrix<double>& values) {
  return std::ranges::find(values.storage(), -std::numeric_limits<double>::infinity()) !=
         values.storage().end();
}

class XlsxSink : public Sink {
 public:
  XlsxSink(Output& output, const RenderOptions& options)
      : output_(output), options_(options), notation_(options_) {}

  void begin(const TraceHeader& header) override {
    tokens_ = header.tokens;
    empty_row_ = header.options.empty_row;
    dtype_ = header.dtype;
    book_.emplace(header.title, header.version);
    contents_.emplace(*book_, header, options_);
    bold_ = book_->format({.is_bold = true});
    faint_ = book_->format({.is_faint = true});
    heading_ = book_->format({.is_bold = true, .number_format = "@"});
  }

  void step(const Step& step) override {
    is_narrow_ = is_narrow_ || dtype_ != "float64";
    const Entry entry{"", notation_.id(step), visible(notation_.formula(step)), shape_in_words(step.axes),
                      notation_.note(step)};
    if (step.op == "skip") return contents_->add(entry);
    check_size(step);
    write(step, entry);
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
      contents_->add_note(fmt::format("Tiled against standard: {} differs by at most {:.2g}.", distance.step,
                                      distance.max_abs));
    contents_->write();
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
    if (cells_ > most_cells || sheets_.size() == most_sheets)
      throw InputError(fmt::format("--format xlsx holds up to {} steps and {} numbers, found more; {}",
                                   most_sheets, most_cells, advice));
  }

  void write(const Step& step, Entry entry) {
    const std::vector<Formula> numbers = step.equation ? numbers_of(*step.equation) : std::vector<Formula>();
    Sheet& sheet = sheets_[step.id];
    sheet.name = names_.take(notation_.id(step));
    sheet.first_row = first_number_row + std::max<std::size_t>(numbers.size(), 1) + 1;
    const std::size_t rows = step.values.shape(step.is_transposed ? 1 : 0);
    sheet.rows = {step.first_row, step.first_row + rows};
    sheet.columns = step.values.shape(step.is_transposed ? 0 : 1);
    sheet.is_transposed = step.is_transposed;

    book_->add_sheet(sheet.name);
    write_numbers(numbers);
    write_labels(step, sheet);
    const bool is_live = write_cells(step, sheet, numbers);
    if (!is_live && !step.operands.empty()) {
      has_plain_values_ = true;
      entry.note += entry.note.empty() ? "values, no formulas" : "; values, no formulas";
    }
    const std::string_view equals = step.operands.empty() ? ": " : " = ";
    book_->text({equation_row, 0}, fmt::format("{}{}{}", entry.step, equals, entry.equation), bold_);
    book_->link({shape_row, 0}, "Contents", "Contents");
    book_->text({shape_row, 1}, entry.note.empty() ? entry.shape : entry.shape + "  " + entry.note, faint_);
    if (step.name == "weights" && step.values.size() > 0)
      book_->colour({sheet.first_row, 1}, {sheet.first_row + step.values.shape(0) - 1, step.values.shape(1)});
    entry.sheet = sheet.name;
    contents_->add(std::move(entry));
  }

  /// A scale or a cap stands in a cell, so that it can be changed.
  void write_numbers(const std::vector<Formula>& numbers) {
    for (std::size_t i = 0; i < numbers.size(); ++i) {
      const std::size_t row = first_number_row + i;
      book_->text({row, 0}, numbers[i].text, bold_);
      book_->number({row, 1}, numbers[i].value, looks_of("General", true));
      if (!numbers[i].origin.empty()) book_->text({row, 2}, "= " + numbers[i].origin, faint_);
    }
  }

  /// "0 The": an entry's index and its token.
  std::string label(const Axis& axis, std::size_t entry) const {
    if (axis.name.empty()) return "";
    const std::string index = fmt::format("{}", notation_.index(axis.begin + entry));
    const std::string_view token = token_of(axis, entry, tokens_);
    return token.empty() ? index : index + " " + visible(token);
  }

  void write_labels(const Step& step, const Sheet& sheet) {
    std::size_t width = 10;
    for (std::size_t i = 0; i < step.values.shape(0); ++i) {
      const std::string text = label(step.axes[0], i);
      width = std::max(width, display_width(text) + 1);
      book_->text({sheet.first_row + i, 0}, text, bold_);
    }
    book_->column_width(0, 0, static_cast<double>(std::min<std::size_t>(width, 40)));
    const Decimals decimals = decimals_for(step.values, options_.decimals.of(step.id));
    book_->column_width(1, std::max<std::size_t>(step.values.shape(1), 1), std::max(10, decimals.count + 6));
    book_->freeze({sheet.first_row, 1});
    if (step.axes.size() < 2) return;
    for (std::size_t j = 0; j < step.values.shape(1); ++j)
      book_->text({sheet.first_row - 1, 1 + j}, label(step.axes[1], j), heading_);
  }

  /// One format for all cells that look the same: Excel has room for 65490.
  lxw_format* looks_of(const std::string& format, bool is_given) {
    lxw_format*& look = looks_[{format, is_given}];
    if (look == nullptr) look = book_->format({.is_given = is_given, .number_format = format});
    return look;
  }

  /// The equation over the sheets of its operands. Whether all of it could be had.
  bool write_cells(const Step& step, Sheet& sheet, const std::vector<Formula>& numbers) {
    const Decimals decimals = decimals_for(step.values, options_.decimals.of(step.id));
    lxw_format* const look = looks_of(number_format(decimals), step.operands.empty());
    const auto formula = formula_of(step, numbers);
    // The scores of an exercise may be hidden by hand.
    sheet.may_hold_lowest = formula ? formula->may_give_lowest(step.first_row) : is_score(step);
    sheet.may_hold_lowest = sheet.may_hold_lowest || holds_lowest(step.values);
    bool is_live = true;
    for (std::size_t i = 0; i < step.values.shape(0); ++i)
      for (std::size_t j = 0; j < step.values.shape(1); ++j) {
        const std::size_t row = (step.is_transposed ? j : i) + step.first_row;
        const auto text = formula ? formula->at(row, step.is_transposed ? i : j) : std::nullopt;
        const At at{sheet.first_row + i, 1 + j};
        is_live = is_live && text;
        if (!text)
          book_->number(at, step.values(i, j), look);
        else if (text->is_array)
          book_->array_formula(at, text->text, step.values(i, j), look);
        else
          book_->formula(at, text->text, step.values(i, j), look);
      }
    return is_live;
  }

  static bool is_score(const Step& step) {
    return step.axes.size() == 2 && step.axes[0].name == "query" && step.axes[1].name == "key";
  }

  std::optional<SpreadsheetFormula> formula_of(const Step& step, const std::vector<Formula>& numbers) const {
    if (!step.equation || step.operands.empty()) return std::nullopt;
    SpreadsheetFormula::Context context{.empty_row = empty_row_, .rounded_to = step.rounded_to};
    for (const StepOperand& operand : step.operands) {
      const auto sheet = sheets_.find(operand.id);
      if (sheet == sheets_.end()) return std::nullopt;
      context.operands.emplace_back(sheet->second, operand.rows ? operand.rows->begin : 0,
                                    operand.columns ? operand.columns->begin : 0);
    }
    for (std::size_t i = 0; i < numbers.size(); ++i)
      context.numbers.push_back(fmt::format("$B${}", first_number_row + i + 1));
    return SpreadsheetFormula(*step.equation, std::move(context));
  }

  Output& output_;
  RenderOptions options_;
  Notation notation_;
  Tokens tokens_;
  EmptyRow empty_row_ = EmptyRow::zero;
  std::string dtype_;
  std::optional<Book> book_;
  std::optional<Contents> contents_;
  SheetNames names_;
  std::map<std::string, Sheet, std::less<>> sheets_;  ///< by the id of the step
  std::map<std::pair<std::string, bool>, lxw_format*> looks_;
  lxw_format* bold_ = nullptr;
  lxw_format* faint_ = nullptr;
  lxw_format* heading_ = nullptr;  ///< of columns
  std::size_t cells_ = 0;
  bool is_narrow_ = false;
  bool has_plain_values_ = false;
};

}  // namespace

const OutputFormat xlsx_format{"xlsx",
                               "a spreadsheet that calculates: change an input, and every step follows",
                               Target::bytes, Readers::people, make_sink<XlsxSink>};

}  // namespace attn

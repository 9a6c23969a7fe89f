#include "render/xlsx/step_sheet.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "render/axis_text.hpp"
#include "render/decimals.hpp"
#include "render/printed_decimals.hpp"
#include "render/xlsx/term.hpp"
#include "text/display.hpp"
#include "text/visible.hpp"

namespace attn::xlsx {

namespace {

/// Rows of a sheet. The matrix begins in the same cell on all of them.
constexpr std::size_t equation_row = 0;
constexpr std::size_t shape_row = 1;
constexpr std::size_t number_row = 2;
constexpr std::size_t heading_row = 3;
constexpr std::size_t first_row = 4;

/// "0.0000", or "0.0000E+00" where these decimals would show nothing.
std::string number_format(const Decimals& decimals) {
  std::string format = "0";
  if (decimals.count > 0) format += "." + std::string(static_cast<std::size_t>(decimals.count), '0');
  return decimals.scientific ? format + "E+00" : format;
}

bool holds_lowest(const Matrix<double>& values) {
  return std::ranges::find(values.storage(), lowest.value) != values.storage().end();
}

/// What the cell holds before a spreadsheet calculates it: the trace's number where it comes out as one, and
/// otherwise what does come out.
double held(double calculated, double of_trace) {
  if (std::isfinite(calculated)) return std::isfinite(of_trace) ? of_trace : calculated;
  if (calculated == lowest.value) return calculated;
  return std::isnan(of_trace) ? of_trace : -lowest.value;
}

/// As Sheet::values has it.
double cell_value(double held) {
  return held == -lowest.value ? not_available.value : held;
}

}  // namespace

StepSheet::StepSheet(Book& book, const TraceHeader& header, const RenderOptions& options)
    : book_(book),
      options_(options),
      notation_(options_),
      tokens_(header.tokens),
      sheets_(header.options.empty_row),
      bold_(book.format({.is_bold = true})),
      faint_(book.format({.is_faint = true})),
      heading_(book.format({.is_bold = true, .number_format = "@"})) {}

Liveness StepSheet::write(const Step& step, Entry& entry) {
  Sheet& sheet = sheets_.add(step, notation_.id(step), first_row);
  entry.sheet = sheet.name;
  book_.add_sheet(sheet.name);
  write_numbers(step);
  write_labels(step);
  const Liveness liveness = write_cells(step, sheet);
  const auto note = [&](const std::string& text) { entry.note += entry.note.empty() ? text : "; " + text; };
  if (!liveness.is_live) note("values, no formulas");
  if (liveness.extra_errors > 0)
    note(fmt::format("{} {} where attn-calc has a number", liveness.extra_errors,
                     liveness.extra_errors == 1 ? "error" : "errors"));
  write_head(step, entry);
  if (step.name == "weights" && step.values.size() > 0)
    book_.colour({first_row, 1}, {first_row + step.values.shape(0) - 1, step.values.shape(1)});
  return liveness;
}

void StepSheet::write_head(const Step& step, const Entry& entry) {
  const std::string_view equals = step.operands.empty() ? ": " : " = ";
  book_.text({equation_row, 0}, fmt::format("{}{}{}", entry.step, equals, entry.equation), bold_);
  book_.link({shape_row, 0}, "Contents", "Contents");
  book_.text({shape_row, 1}, entry.note.empty() ? entry.shape : entry.shape + "  " + entry.note, faint_);
}

/// What a scale or a cap is. It can be changed where it stands, for all sheets.
void StepSheet::write_numbers(const Step& step) {
  if (!step.equation) return;
  std::size_t column = 0;
  for (const Formula& number : numbers_of(*step.equation)) {
    const std::string name = constants_.name_of(number);
    book_.text({number_row, column}, name, bold_);
    book_.formula({number_row, column + 1}, "=" + name, number.value, looks_of("General", false));
    book_.text({number_row, column + 2}, "to be changed in Contents", faint_);
    column += 3;
  }
}

/// "0 The": an entry's index and its token.
std::string StepSheet::label(const Axis& axis, std::size_t entry) const {
  if (axis.name.empty()) return "";
  const std::string index = fmt::format("{}", notation_.index(axis.at(entry)));
  const std::string_view token = token_of(axis, entry, tokens_);
  return token.empty() ? index : index + " " + visible(token);
}

void StepSheet::write_labels(const Step& step) {
  std::size_t width = 10;
  for (std::size_t i = 0; i < step.values.shape(0); ++i) {
    const std::string text = label(step.axes[0], i);
    width = std::max(width, display_width(text) + 1);
    book_.text({first_row + i, 0}, text, bold_);
  }
  book_.column_width(0, 0, static_cast<double>(std::min<std::size_t>(width, 40)));
  const Decimals decimals = decimals_of(step, options_);
  book_.column_width(1, std::max<std::size_t>(step.values.shape(1), 1), std::max(10, decimals.count + 6));
  book_.freeze({first_row, 1});
  if (step.axes.size() < 2) return;
  for (std::size_t j = 0; j < step.values.shape(1); ++j)
    book_.text({heading_row, 1 + j}, label(step.axes[1], j), heading_);
}

/// One format for all cells that look the same: Excel has room for 65490.
lxw_format* StepSheet::looks_of(const std::string& format, bool is_given) {
  lxw_format*& look = looks_[{format, is_given}];
  if (look == nullptr) look = book_.format({.is_given = is_given, .number_format = format});
  return look;
}

/// The equation over the sheets of its operands, as far as it can be had.
Liveness StepSheet::write_cells(const Step& step, Sheet& sheet) {
  const Decimals decimals = decimals_of(step, options_);
  lxw_format* const look = looks_of(number_format(decimals), step.operands.empty());
  const auto formula = sheets_.formula_of(step, constants_);
  // The scores of an exercise may be hidden by hand.
  sheet.may_hold_lowest =
      holds_lowest(step.values) || (formula ? formula->may_give_lowest(step.first_row) : sheet.is_typed);
  Liveness liveness;
  for (std::size_t i = 0; i < step.values.shape(0); ++i)
    for (std::size_t j = 0; j < step.values.shape(1); ++j) {
      const std::size_t row = step.is_transposed ? j : i;
      const std::size_t column = step.is_transposed ? i : j;
      const auto text = formula ? formula->at(row + step.first_row, column) : std::nullopt;
      const double value = text ? held(text->value, step.values(i, j)) : step.values(i, j);
      sheet.values(row, column) = cell_value(value);
      liveness.is_live = liveness.is_live && (text || step.operands.empty());
      if (std::isnan(sheet.values(row, column)) && step.values(i, j) < -lowest.value) ++liveness.extra_errors;
      write_cell({first_row + i, 1 + j}, text, value, look);
    }
  return liveness;
}

void StepSheet::write_cell(const At& at, const std::optional<CellFormulaText>& formula, double value,
                           lxw_format* look) {
  if (!formula)
    book_.number(at, value, look);
  else if (formula->is_array)
    book_.array_formula(at, formula->text, value, look);
  else
    book_.formula(at, formula->text, value, look);
}

}  // namespace attn::xlsx

#include "render/latex/arithmetic.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "formula/outcome.hpp"
#include "render/elision.hpp"
#include "render/latex/text.hpp"
#include "render/printed_decimals.hpp"
#include "render/printed_matrix.hpp"
#include "render/printed_width.hpp"

namespace attn {
namespace {

constexpr std::size_t line_width = 60;  // in digits, of an article
constexpr std::size_t most_cells = 64;
constexpr std::size_t most_terms = 600;  // of all sums of a step together
constexpr std::size_t most_of_a_sum = 8;
constexpr std::size_t most_of_a_vector = 6;  // a line has room for their four decimals
constexpr std::size_t most_of_a_high_vector = 30;

using Kind = Formula::Kind;
using Lines = std::vector<std::string>;

bool is_calculated(const Step& step) {
  if (!has_equation(step) || !step.operand_value) return false;
  const Kind kind = step.equation->kind;
  return kind != Kind::whole && kind != Kind::beside && kind != Kind::below;
}

std::size_t longest_sum(const Formula& formula) {
  std::size_t length = std::max<std::size_t>(formula.length, 1);
  for (const Formula& term : formula.terms) length = std::max(length, longest_sum(term));
  return length;
}

/// Puts pieces into lines of an `aligned` environment: "left &= a + b", "&\quad + c".
void append_lines(Lines& lines, std::string line, const std::vector<std::string>& pieces) {
  std::size_t width = printed_width(line);
  bool is_first = true;
  for (const std::string& piece : pieces) {
    const std::size_t more = printed_width(piece);
    if (!is_first && width + more > line_width) {
      lines.push_back(std::move(line));
      line = "&\\quad";
      width = 2;
    }
    line += " " + piece;
    width += more;
    is_first = false;
  }
  lines.push_back(std::move(line));
}

std::size_t width_of(const Lines& pieces) {
  std::size_t width = 0;
  for (const std::string& piece : pieces) width += printed_width(piece);
  return width;
}

}  // namespace

LatexArithmetic::LatexArithmetic(const Step& step, const LatexNotation& latex, const RenderOptions& options)
    : step_(step), latex_(latex), options_(options), decimals_(fewest_decimals_of(step, options)) {
  for (std::size_t i = 0; i < step.operands.size(); ++i) {
    const StepOperand& operand = step.operands[i];
    of_operand_.push_back(
        fewest_decimals_of({operand_matrix(step, i), operand.id, operand.is_given}, options));
  }
}

Lines LatexArithmetic::lines() const {
  Lines lines;
  const std::size_t rows = step_.values.shape(step_.is_transposed ? 1 : 0);
  const std::size_t columns = step_.values.shape(step_.is_transposed ? 0 : 1);
  for (std::size_t i = 0; i < rows; ++i) {
    if (is_weighted(i))
      append_weighted_row(lines, i);
    else
      for (std::size_t j = 0; j < columns; ++j) append_cell(lines, i, j, false);
  }
  return lines;
}

Lines LatexArithmetic::cell(std::size_t row, std::size_t column) const {
  Lines lines;
  if (step_.is_transposed) std::swap(row, column);
  append_cell(lines, row, column, true);
  return lines;
}

Lines LatexArithmetic::row(std::size_t row) const {
  Lines lines;
  if (!step_.is_transposed && is_weighted(row))
    append_weighted_row(lines, row);
  else
    for (std::size_t j = 0; j < step_.values.shape(1); ++j)
      std::ranges::copy(cell(row, j), std::back_inserter(lines));
  return lines;
}

Lines LatexArithmetic::column(std::size_t column) const {
  Lines lines;
  if (step_.is_transposed && is_weighted(column))
    append_weighted_row(lines, column);
  else
    for (std::size_t i = 0; i < step_.values.shape(0); ++i)
      std::ranges::copy(cell(i, column), std::back_inserter(lines));
  return lines;
}

/// A cell of the equation's result, which the printed matrix may have transposed.
double LatexArithmetic::value(std::size_t row, std::size_t column) const {
  return step_.is_transposed ? step_.values(column, row) : step_.values(row, column);
}

std::string LatexArithmetic::name(std::size_t row, std::size_t column) const {
  return step_.is_transposed ? latex_.cell(step_, column, row) : latex_.cell(step_, row, column);
}

std::string LatexArithmetic::number(const CellFormula& leaf) const {
  if (leaf.kind == CellFormula::Kind::number) return latex_number(leaf.value);
  return latex_number(leaf.value, of_operand_[leaf.operand]);
}

std::string LatexArithmetic::symbol(const CellFormula& leaf) const {
  return leaf.kind == CellFormula::Kind::number ? number(leaf) : latex_.operand_cell(step_, leaf);
}

double LatexArithmetic::printed_value(const CellFormula& leaf) const {
  if (leaf.kind == CellFormula::Kind::number) return leaf.value;
  return as_printed(leaf.value, of_operand_[leaf.operand]);
}

/// Whether `result` is printed as the number that an arithmetic with printed numbers gives.
bool LatexArithmetic::prints(const Outcome& outcome, double result) const {
  // What is hidden stays hidden: -inf minus -inf, which no arithmetic gives.
  if (std::isnan(outcome.value)) return true;
  const double printed = as_printed(result, decimals_);
  return std::isinf(outcome.value) || std::isinf(result)
             ? outcome.value == printed
             : gives(outcome, printed, unit_of(result, decimals_));
}

bool LatexArithmetic::is_empty(std::size_t row) const {
  return std::ranges::find(step_.empty_rows, step_.row_of(row)) != step_.empty_rows.end();
}

/// Whether it is written with rows of V, as wide as a line, or high as a page, has room for.
bool LatexArithmetic::is_weighted(std::size_t row) const {
  if (step_.op != "weighted_sum" || is_empty(row)) return false;
  const std::size_t most = step_.is_transposed ? most_of_a_high_vector : most_of_a_vector;
  return !options_.full || step_.operands[1].axes[1].size <= most;
}

/// In pieces, of which the middle is left out where there are very many.
Lines LatexArithmetic::written(const CellFormula& arithmetic, const LatexNumber& leaf) const {
  const Lines pieces = latex_of(arithmetic, leaf);
  const auto shown = shown_indices(pieces.size(), options_.full ? gap : most_of_a_sum);
  const bool is_sum = arithmetic.kind == CellFormula::Kind::sum;
  Lines kept;
  for (const std::size_t i : shown)
    kept.push_back(i == gap ? (is_sum ? "+ \\cdots" : "\\ldots,") : pieces[i]);
  return kept;
}

void LatexArithmetic::append_cell(Lines& lines, std::size_t row, std::size_t column, bool with_names) const {
  const CellFormula arithmetic =
      step_.is_transposed ? arithmetic_of(step_, column, row) : arithmetic_of(step_, row, column);
  const double result = value(row, column);
  const std::string printed = latex_number(result, decimals_);
  if (arithmetic.kind == CellFormula::Kind::words) {
    lines.push_back(fmt::format("{} &= {} \\quad \\text{{({})}}", name(row, column), printed,
                                latex_.dialect().text(arithmetic.text)));
    return;
  }
  const LatexNumber of_number = [this](const CellFormula& leaf) { return number(leaf); };
  const bool is_exact =
      prints(outcome_of(arithmetic, [this](const CellFormula& leaf) { return printed_value(leaf); }), result);
  const std::string outcome = (is_exact ? "= " : "\\approx ") + printed;
  const std::string left = name(row, column) + " &=";
  Lines numbers = with_names ? written(arithmetic, of_number) : latex_of(arithmetic, of_number);
  numbers.push_back(outcome);
  if (!with_names) return append_lines(lines, left, numbers);
  Lines names = written(arithmetic, [this](const CellFormula& leaf) { return symbol(leaf); });
  const bool is_copied = arithmetic.kind == CellFormula::Kind::cell;
  if (is_copied) return append_lines(lines, left, {names.front(), outcome});
  const bool fits = printed_width(left) + width_of(names) + width_of(numbers) <= line_width;
  if (fits) {
    numbers.front().insert(0, "= ");
    names.insert(names.end(), numbers.begin(), numbers.end());
  }
  append_lines(lines, left, names);
  if (!fits) append_lines(lines, "&=", numbers);
}

/// A row of V, or of numbers, as it is printed: a column where tokens are columns.
std::string LatexArithmetic::vector(const std::vector<double>& numbers, Decimals decimals) const {
  const auto shown = shown_indices(numbers.size(), options_.full ? gap : most_of_a_vector);
  LatexCells cells;
  for (const std::size_t i : shown) {
    const auto cell = i == gap ? std::string(step_.is_transposed ? "\\vdots" : "\\cdots")
                               : latex_number(numbers[i], decimals);
    if (step_.is_transposed || cells.empty()) cells.emplace_back();
    cells.back().push_back(cell);
  }
  return bmatrix(cells, latex_.dialect());
}

/// weights · V: each weight times its row of V, these rows, and their sum.
void LatexArithmetic::append_weighted_row(Lines& lines, std::size_t row) const {
  const std::vector<Scaled> parts = scaled_rows(step_.row_of(row));
  std::vector<std::string> products;
  std::vector<std::string> rows;
  bool are_exact = true;
  std::vector<Outcome> sum(step_.operands[1].axes[1].size);
  for (const Scaled& part : parts) {
    const std::string sign = products.empty() ? "" : "+ ";
    std::string weight = latex_number(part.weight, of_operand_[0]);
    if (weight.starts_with('-') && !products.empty()) weight = fmt::format("({})", weight);
    products.push_back(fmt::format("{}{} {}", sign, weight, vector(part.row, of_operand_[1])));
    rows.push_back(sign + vector(part.scaled, decimals_));
    for (std::size_t j = 0; j < sum.size(); ++j) {
      const double scaled = as_printed(part.scaled[j], decimals_);
      const double product =
          as_printed(part.weight, of_operand_[0]) * as_printed(part.row[j], of_operand_[1]);
      are_exact = are_exact && prints({product, std::abs(product)}, part.scaled[j]);
      sum[j].value += scaled;
      sum[j].magnitude += std::abs(scaled);
    }
  }
  std::vector<double> result;
  for (std::size_t j = 0; j < sum.size(); ++j) result.push_back(value(row, j));
  const bool adds_up = std::ranges::equal(
      sum, result, [this](const Outcome& of, double number) { return prints(of, number); });
  append_lines(lines, latex_.line(step_, row) + " &=", products);
  append_lines(lines, are_exact ? "&=" : "&\\approx", rows);
  append_lines(lines, adds_up ? "&=" : "&\\approx", {vector(result, decimals_)});
}

/// Those that the row of weights sees.
std::vector<LatexArithmetic::Scaled> LatexArithmetic::scaled_rows(std::size_t row) const {
  const Axes& v = step_.operands[1].axes;
  std::vector<Scaled> parts;
  for (std::size_t key = 0; key < v[0].size; ++key) {
    if (step_.equation->mask && std::isinf(step_.operand_value(*step_.equation->mask, row, key))) continue;
    Scaled& part = parts.emplace_back(Scaled{step_.operand_value(0, row, key), {}, {}});
    for (std::size_t j = 0; j < v[1].size; ++j) {
      part.row.push_back(step_.operand_value(1, key, j));
      part.scaled.push_back(part.weight * part.row.back());
    }
  }
  return parts;
}

bool has_too_much_arithmetic(const Step& step, const RenderOptions& options) {
  if (!is_calculated(step) || options.full) return false;
  return step.values.size() > std::min(most_cells, most_terms / longest_sum(*step.equation));
}

std::vector<std::string> arithmetic_lines(const Step& step, const LatexNotation& latex,
                                          const RenderOptions& options) {
  if (!is_calculated(step) || step.values.size() == 0 || has_too_much_arithmetic(step, options)) return {};
  return LatexArithmetic(step, latex, options).lines();
}

}  // namespace attn

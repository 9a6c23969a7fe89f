#include "render/latex/equation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <optional>
#include <utility>
#include <vector>

#include "render/labelled_matrix.hpp"
#include "render/latex/text.hpp"
#include "render/printed_decimals.hpp"
#include "render/printed_matrix.hpp"
#include "render/printed_width.hpp"

namespace attn {
namespace {

using Kind = Formula::Kind;

// In digits.
constexpr std::size_t line_width = 40;      // of an article in two columns; what is longer may be broken
constexpr std::size_t most_of_a_side = 84;  // operands that are wider are not written out

/// A piece of an equation from one sign of equality to the next.
struct Side {
  std::string text;
  std::size_t width;
};

bool is_operand(const Formula& formula) {
  return formula.kind == Kind::whole || formula.kind == Kind::per_row || formula.kind == Kind::per_column;
}

/// Whether all operands can be written out as matrices, and something is gained by it.
bool can_be_written_out(const Step& step, const Formula& formula) {
  if (is_operand(formula)) return is_small(step, formula.operand);
  if (formula.kind == Kind::beside || formula.kind == Kind::below) return false;
  return std::ranges::all_of(formula.terms,
                             [&](const Formula& term) { return can_be_written_out(step, term); });
}

/// A selection may have cut rows off the result, but not off the operands.
bool has_all_rows(const Step& step) {
  const std::size_t rows = step.values.shape(step.is_transposed ? 1 : 0);
  return step.first_row == 0 && step.kept_rows.empty() && !step.operands[0].axes.empty() &&
         step.operands[0].axes[0].size == rows;
}

class NumbersForSymbols {
 public:
  NumbersForSymbols(const Step& step, const LatexNotation& latex, const RenderOptions& options)
      : step_(step), latex_(latex), options_(options) {}

  /// "[1 0; 0 2] [1 0; 1 1]".
  Side side() const {
    const LatexLeaves leaves{
        .operand = [&](const Formula& leaf,
                       OperandForm form) { return bmatrix(operand(leaf, form), latex_.dialect()); },
        .are_numbers = true,
        .row_end = latex_.dialect().row_end,
        .in_columns = step_.is_transposed};
    const std::string text = latex_of(printed_equation(step_), leaves);
    return {text, printed_width(text)};
  }

 private:
  LatexCells operand(const Formula& leaf, OperandForm form) const {
    const StepOperand& said = step_.operands[leaf.operand];
    Matrix<double> values = operand_matrix(step_, leaf.operand);
    // One number per row is a column, one per column (a bias) a row.
    const bool is_column = values.shape(1) == 1;
    const bool is_turned = leaf.kind == (is_column ? Kind::per_column : Kind::per_row);
    if (is_turned || form == OperandForm::transposed) values = Matrix<double>(xt::transpose(values));
    return latex_cells(values, fewest_decimals_of({values, said.id, said.is_given}, options_));
  }

  const Step& step_;
  const LatexNotation& latex_;
  const RenderOptions& options_;
};

std::size_t total_width(const std::vector<Side>& sides) {
  std::size_t width = 0;
  for (const Side& side : sides) width += side.width + 2;
  return width;
}

std::string display(const std::string& equation, bool is_long) {
  return is_long ? fmt::format("\\begin{{attnlines}}\n{}\n\\end{{attnlines}}\n", equation)
                 : fmt::format("\\[\n{}\n\\]\n", equation);
}

/// "A = B = C", and behind it what the named numbers in it are: ", \quad c = 50".
std::string chain(const std::vector<Side>& sides, std::string_view definitions) {
  const bool is_long = total_width(sides) + printed_width(definitions) > line_width;
  const std::string_view may_end = is_long ? "\\allowbreak " : "";
  std::string equation = sides[0].text;
  for (std::size_t i = 1; i < sides.size(); ++i) equation += fmt::format("\n{}= {}", may_end, sides[i].text);
  if (!definitions.empty()) equation += fmt::format(",\n{}{}", may_end, definitions.substr(2));
  return display(equation, is_long);
}

/// m_i = max_j S_ij, and then the vector.
std::string of_entries(const std::string& equation, const std::vector<Side>& sides) {
  const bool is_long = total_width(sides) + printed_width(equation) > line_width;
  return display(fmt::format("{},\n{}\\qquad {}\n= {}", equation, is_long ? "\\allowbreak" : "",
                             sides[0].text, sides[1].text),
                 is_long);
}

// In lines of a page, and digits of a line when it is made half as large.
constexpr std::size_t most_rows_unfitted = 20;
constexpr std::size_t most_rows_of_a_part = 30;
constexpr std::size_t widest_part = 120;

/// A matrix, made smaller where a line may be too short for it, or a page too low.
Side fitted(const std::string& matrix, std::size_t width, std::size_t rows) {
  constexpr std::size_t most_before_it = 10;
  const bool fits = width + most_before_it <= line_width && rows <= most_rows_unfitted;
  return {fits ? matrix : fmt::format("\\attnfit{{{}}}", matrix), width};
}

/// Pieces of about the same length.
std::vector<std::vector<std::size_t>> pieces_of(const std::vector<std::size_t>& indices, std::size_t count) {
  std::vector<std::vector<std::size_t>> pieces;
  const std::size_t length = (indices.size() + count - 1) / count;
  for (std::size_t begin = 0; begin < indices.size(); begin += length)
    pieces.emplace_back(
        indices.begin() + static_cast<std::ptrdiff_t>(begin),
        indices.begin() + static_cast<std::ptrdiff_t>(std::min(begin + length, indices.size())));
  return pieces;
}

/// Of a matrix that is `width` digits wide: in parts that pages have room for. Nothing is left out of any of
/// them.
std::vector<ShownCells> parts_of(const ShownCells& all, std::size_t width) {
  const auto needed = [](std::size_t size, std::size_t most) {
    return std::max<std::size_t>((size + most - 1) / most, 1);
  };
  std::vector<ShownCells> parts;
  for (const auto& rows : pieces_of(all.rows, needed(all.rows.size(), most_rows_of_a_part)))
    for (const auto& columns : pieces_of(all.columns, needed(width, widest_part)))
      parts.push_back({rows, columns});
  return parts;
}

std::optional<Range> range_of(const Axis& axis, const std::vector<std::size_t>& part) {
  if (part.size() == axis.size) return std::nullopt;
  return Range{axis.at(part.front()), axis.at(part.back()) + 1};
}

/// "S[0:30, :]".
std::string symbol_of(const Step& step, const ShownCells& part, const LatexNotation& latex) {
  const auto rows = range_of(step.axes[0], part.rows);
  if (step.axes.size() == 1) return latex.block(step, rows, std::nullopt);
  const auto columns = range_of(step.axes[1], part.columns);
  return is_vector(step.axes) ? latex.block(step, columns, std::nullopt) : latex.block(step, rows, columns);
}

/// The right side of the step's equation, and the same with numbers for symbols.
std::vector<Side> right_sides(const Step& step, const std::string& equation, const LatexNotation& latex,
                              const RenderOptions& options) {
  const std::size_t begin = equation.find(" = ") + 3;
  const std::size_t end = equation.size() - latex_definitions(printed_equation(step)).size();
  const std::string right = equation.substr(begin, end - begin);
  std::vector<Side> sides{{right, printed_width(right)}};
  if (!has_all_rows(step) || !can_be_written_out(step, *step.equation)) return sides;
  const Side numbers = NumbersForSymbols(step, latex, options).side();
  if (numbers.width <= most_of_a_side) sides.push_back(fitted(numbers.text, numbers.width, 1));
  return sides;
}

/// The equation alone, or with the matrix behind it. "" where there is neither.
std::string equation_display(const Step& step, const std::optional<Side>& matrix, const LatexNotation& latex,
                             const RenderOptions& options) {
  const std::string symbol = latex.symbol(step);
  const std::string equation = latex.equation(step);
  std::vector<Side> sides{{symbol, printed_width(symbol)}};
  if (!equation.empty() && is_of_entries(*step.equation)) {
    if (!matrix) return display(equation, false);
    sides.push_back(*matrix);
    return of_entries(equation, sides);
  }
  if (!equation.empty())
    std::ranges::copy(right_sides(step, equation, latex, options), std::back_inserter(sides));
  if (matrix) sides.push_back(*matrix);
  if (sides.size() == 1) return "";
  return chain(sides, equation.empty() ? "" : latex_definitions(printed_equation(step)));
}

}  // namespace

std::vector<std::string> latex_displays(const Step& step, const LatexNotation& latex, const Tokens& tokens,
                                        const RenderOptions& options) {
  const ShownCells all = printed_cells(step, options);
  const LabelledMatrix whole = labelled_matrix(step, all, tokens, latex, options);
  const std::vector<ShownCells> parts = parts_of(all, options.full ? whole.width : 1);
  if (parts.size() <= 1)
    return {equation_display(step, fitted(whole.text, whole.width, all.rows.size()), latex, options)};
  std::vector<std::string> displays;
  std::string before = equation_display(step, std::nullopt, latex, options);
  for (const ShownCells& part : parts) {
    const LabelledMatrix matrix = labelled_matrix(step, part, tokens, latex, options);
    const std::string symbol = symbol_of(step, part, latex);
    displays.push_back(
        std::exchange(before, "") +
        chain({{symbol, printed_width(symbol)}, fitted(matrix.text, matrix.width, part.rows.size())}, ""));
  }
  return displays;
}

}  // namespace attn

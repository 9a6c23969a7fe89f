#include "render/latex/equation.hpp"

#include <fmt/format.h>

#include <algorithm>
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
constexpr std::size_t line_width = 64;      // of an article; what is longer may be broken
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

/// A matrix, made smaller where a line may be too short for it.
std::string fitted(const std::string& matrix, std::size_t width) {
  constexpr std::size_t most_before_it = 10;
  return width + most_before_it > line_width ? fmt::format("\\attnfit{{{}}}", matrix) : matrix;
}

}  // namespace

std::string latex_display(const Step& step, const LatexNotation& latex, const Tokens& tokens,
                          const RenderOptions& options) {
  const LabelledMatrix result = labelled_matrix(step, tokens, latex, options);
  const std::string symbol = latex.symbol(step);
  std::vector<Side> sides{{symbol, printed_width(symbol)}};
  const Side last{fitted(result.text, result.width), result.width};

  const std::string equation = latex.equation(step);
  if (!equation.empty() && is_of_entries(*step.equation)) {
    sides.push_back(last);
    return of_entries(equation, sides);
  }
  const std::string definitions = equation.empty() ? "" : latex_definitions(printed_equation(step));
  if (!equation.empty()) {
    const std::size_t begin = equation.find(" = ") + 3;
    const std::string right = equation.substr(begin, equation.size() - definitions.size() - begin);
    sides.push_back({right, printed_width(right)});
    if (has_all_rows(step) && can_be_written_out(step, *step.equation)) {
      const Side numbers = NumbersForSymbols(step, latex, options).side();
      if (numbers.width <= most_of_a_side)
        sides.push_back({fitted(numbers.text, numbers.width), numbers.width});
    }
  }
  sides.push_back(last);
  return chain(sides, definitions);
}

}  // namespace attn

#include "render/latex/equation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "render/labelled_matrix.hpp"
#include "render/latex/text.hpp"
#include "render/printed_matrix.hpp"
#include "render/printed_width.hpp"

namespace attn {
namespace {

using Kind = Formula::Kind;

constexpr std::size_t line_width = 84;  // in digits

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
    std::size_t width = 0;
    const LatexLeaves leaves{.operand =
                                 [&](const Formula& leaf, OperandForm form) {
                                   const LatexCells cells = operand(leaf, form);
                                   width += printed_width(cells);
                                   return bmatrix(cells, latex_.dialect());
                                 },
                             .are_numbers = true,
                             .row_end = latex_.dialect().row_end,
                             .in_columns = step_.is_transposed};
    const Formula formula = printed_equation(step_);
    const std::string text = latex_of(formula, leaves);
    return {text, width + 6};
  }

 private:
  LatexCells operand(const Formula& leaf, OperandForm form) const {
    const StepOperand& said = step_.operands[leaf.operand];
    Matrix<double> values = operand_matrix(step_, leaf.operand);
    // One number per row is a column, one per column (a bias) a row.
    const bool is_column = values.shape(1) == 1;
    const bool is_turned = leaf.kind == (is_column ? Kind::per_column : Kind::per_row);
    if (is_turned || form == OperandForm::transposed) values = Matrix<double>(xt::transpose(values));
    return latex_cells(values, printed_decimals(values, options_.decimals.of(said.id), said.is_given));
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

/// "A = B = C", on as few lines as it takes.
std::string chain(const std::vector<Side>& sides) {
  if (total_width(sides) <= line_width) {
    std::string text = "\\[\n" + sides[0].text;
    for (std::size_t i = 1; i < sides.size(); ++i) text += "\n= " + sides[i].text;
    return text + "\n\\]\n";
  }
  std::string text = "\\begin{align*}\n" + sides[0].text + " ";
  std::size_t width = sides[0].width;
  for (std::size_t i = 1; i < sides.size(); ++i) {
    const bool is_first = i == 1;
    const bool fits = width + sides[i].width + 2 <= line_width;
    text += is_first ? "&= " : fits ? "\n = " : " \\\\\n&= ";
    text += sides[i].text;
    width = is_first || fits ? width + sides[i].width + 2 : sides[0].width + sides[i].width + 2;
  }
  return text + "\n\\end{align*}\n";
}

/// m_i = max_j S_ij, and then the vector.
std::string of_entries(const std::string& equation, const std::vector<Side>& sides) {
  if (total_width(sides) + printed_width(equation) <= line_width)
    return fmt::format("\\[\n{},\n\\qquad {}\n= {}\n\\]\n", equation, sides[0].text, sides[1].text);
  const std::size_t sign = equation.find(" = ");
  return fmt::format("\\begin{{align*}}\n{} &{} \\\\\n{} &= {}\n\\end{{align*}}\n", equation.substr(0, sign),
                     equation.substr(sign + 1), sides[0].text, sides[1].text);
}

}  // namespace

std::string latex_display(const Step& step, const LatexNotation& latex, const Tokens& tokens,
                          const RenderOptions& options) {
  const LabelledMatrix result = labelled_matrix(step, tokens, latex, options);
  const std::string symbol = latex.symbol(step);
  std::vector<Side> sides{{symbol, printed_width(symbol)}};
  std::string matrix = result.text;
  if (result.width + sides[0].width + 3 > line_width) matrix = fmt::format("\\attnfit{{{}}}", matrix);
  const Side last{matrix, result.width};

  const std::string equation = latex.equation(step);
  if (!equation.empty() && is_of_entries(*step.equation)) {
    sides.push_back(last);
    return of_entries(equation, sides);
  }
  if (!equation.empty()) {
    const std::string right = equation.substr(equation.find(" = ") + 3);
    sides.push_back({right, printed_width(right)});
    if (has_all_rows(step) && can_be_written_out(step, *step.equation)) {
      const Side numbers = NumbersForSymbols(step, latex, options).side();
      if (numbers.width <= line_width) sides.push_back(numbers);
    }
  }
  sides.push_back(last);
  return chain(sides);
}

}  // namespace attn

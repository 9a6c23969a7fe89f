#include "formula/latex.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "formula/build.hpp"

namespace attn {

using namespace formula;

namespace {

/// Operands are A, B, C; transposed ones A^{\top}, entries A_{ij}, or A_{i} of those with one number per row.
std::string symbol(const Formula& leaf, OperandForm form) {
  const std::string name(1, static_cast<char>('A' + leaf.operand));
  if (form == OperandForm::transposed) return name + "^{\\top}";
  if (form == OperandForm::whole) return name;
  return name + (leaf.kind == Formula::Kind::whole ? "_{ij}" : "_{i}");
}

std::string latex(const Formula& formula, bool in_columns = false) {
  return latex_of(formula, {.operand = symbol, .in_columns = in_columns});
}

CellFormula number_cell(double value) {
  CellFormula cell;
  cell.kind = CellFormula::Kind::number;
  cell.value = value;
  return cell;
}

CellFormula cell(CellFormula::Kind kind, std::vector<CellFormula> terms) {
  CellFormula result;
  result.kind = kind;
  result.terms = std::move(terms);
  return result;
}

std::string arithmetic(const CellFormula& formula) {
  return fmt::format("{}", fmt::join(latex_of(formula,
                                              [](const CellFormula& leaf) {
                                                return leaf.value > 1e6 ? "1 \\times 10^{7}"
                                                                        : fmt::format("{}", leaf.value);
                                              }),
                                     " "));
}

}  // namespace

TEST_CASE("equations of matrices") {
  CHECK(latex(matmul(whole(0), transposed(whole(1)), 2)) == "A B^{\\top}");
  CHECK(latex(plus(matmul(whole(0), whole(1), 2), per_column(2))) == "A B + C");
  CHECK(latex(matmul(plus(whole(0), whole(1)), whole(2), 2)) == "\\left(A + B\\right) C");
  CHECK(latex(minus(whole(0), plus(whole(1), whole(2)))) == "A - \\left(B + C\\right)");
  CHECK(latex(transposed(plus(whole(0), whole(1)))) == "\\left(A + B\\right)^{\\top}");
}

TEST_CASE("tokens as columns") {
  CHECK(latex(in_columns(matmul(whole(0), transposed(whole(1)), 2)), true) == "B^{\\top} A");
  // max over keys: down the columns then.
  CHECK(latex(in_columns(reduced(Formula::Kind::row_max, whole(0), 3)), true) == "\\max_{i} A_{ij}");
}

TEST_CASE("equations of entries, where matrices would not say it") {
  CHECK(latex(over(whole(0), per_row(1))) == "\\frac{A_{ij}}{B_{i}}");
  CHECK(latex(reduced(Formula::Kind::row_sum, whole(0), 3)) == "\\sum_{j} A_{ij}");
  CHECK(latex(reduced(Formula::Kind::row_sum, plus(whole(0), whole(1)), 3)) ==
        "\\sum_{j} \\left(A_{ij} + B_{ij}\\right)");
  CHECK(latex(formula::exp(minus(whole(0), per_row(1)))) == "\\exp\\left(A_{ij} - B_{i}\\right)");
  CHECK(latex(plus(per_row(0), ln(plus(per_row(1), per_row(2))))) ==
        "A_{i} + \\ln \\left(B_{i} + C_{i}\\right)");
  CHECK_FALSE(is_of_entries(plus(whole(0), whole(1))));
}

TEST_CASE("one number per row times a matrix is a diagonal matrix times it") {
  const Formula formula = plus(times(per_row(0), whole(1)), matmul(whole(2), whole(1), 2));
  CHECK(latex(formula) == "\\operatorname{diag}\\left(A\\right) B + C B");
  CHECK(latex(in_columns(formula), true) == "B \\operatorname{diag}\\left(A\\right) + B C");
}

TEST_CASE("numbers by name, or by value") {
  const Formula scaled = times(whole(0), number(0.5, "scale", "1/√d_k = 1/√4"));
  CHECK(latex(scaled) == "\\frac{A}{\\sqrt{d_k}}");
  CHECK(latex_definitions(scaled) == "");
  CHECK(latex_of(scaled, {.operand = symbol, .are_numbers = true}) == "\\frac{1}{\\sqrt{4}} A");
  const Formula given = times(whole(0), number(-0.25, "scale"));
  CHECK(latex(given) == "\\text{scale} \\cdot A");
  CHECK(latex_definitions(given) == ", \\quad \\text{scale} = -0.25");
  CHECK(latex_of(given, {.operand = symbol, .are_numbers = true}) == "\\left(-0.25\\right) \\cdot A");
  const Formula c = number(50, "c");
  CHECK(latex(times(c, formula::tanh(over(whole(0), c)))) == "c \\tanh\\left(\\frac{A_{ij}}{c}\\right)");
  CHECK(latex_definitions(times(c, formula::tanh(over(whole(0), c)))) == ", \\quad c = 50");
}

TEST_CASE("more than four parts are not all written") {
  Formula parts;
  parts.kind = Formula::Kind::below;
  for (std::size_t i = 0; i < 6; ++i) parts.terms.push_back(whole(i));
  CHECK(latex(parts) == "\\begin{bmatrix} A \\\\ B \\\\ \\vdots \\\\ F \\end{bmatrix}");
}

TEST_CASE("arithmetic: signs and parentheses") {
  using Of = CellFormula::Kind;
  const CellFormula one = number_cell(1);
  const CellFormula minus_two = number_cell(-2);
  const CellFormula product = cell(Of::product, {one, minus_two});
  CHECK(arithmetic(cell(Of::sum, {product, product})) ==
        "1 \\cdot \\left(-2\\right) + 1 \\cdot \\left(-2\\right)");
  CHECK(arithmetic(cell(Of::sum, {minus_two, minus_two})) == "-2 + \\left(-2\\right)");
  CHECK(arithmetic(cell(Of::sum, {})) == "0");
  CHECK(arithmetic(cell(Of::difference, {minus_two, minus_two})) == "-2 - \\left(-2\\right)");
  CHECK(arithmetic(cell(Of::quotient, {minus_two, cell(Of::sum, {one, one})})) == "\\frac{-2}{1 + 1}");
  CHECK(arithmetic(cell(Of::exp, {minus_two})) == "e^{-2}");
  CHECK(arithmetic(cell(Of::ln, {number_cell(1e7)})) == "\\ln \\left(1 \\times 10^{7}\\right)");
  CHECK(arithmetic(cell(Of::largest, {one, minus_two})) == "\\max(1, -2)");
  // A sum within a sum is one sum: a running total and a dot product.
  CHECK(arithmetic(cell(Of::sum, {one, cell(Of::sum, {one, minus_two})})) == "1 + 1 + \\left(-2\\right)");
}

TEST_CASE("arithmetic: a score over √d_k") {
  CellFormula scale = number_cell(0.5);
  scale.origin = "1/√d_k = 1/√4";
  CHECK(arithmetic(cell(CellFormula::Kind::product, {number_cell(-3), scale})) == "\\frac{-3}{\\sqrt{4}}");
}

}  // namespace attn

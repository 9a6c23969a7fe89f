#pragma once

#include <string>
#include <vector>

#include "attn/explain.hpp"
#include "formula/outcome.hpp"
#include "render/decimals.hpp"
#include "render/latex/notation.hpp"

namespace attn {

/// How numbers of a step come about, as rows of an `aligned` environment: "S_{1,1} &= 1 \cdot 2 = 2". "="
/// stands where the printed numbers give the printed result, ≈ where they do not. What it is made of must
/// outlive it.
class LatexArithmetic {
 public:
  LatexArithmetic(const Step& step, const LatexNotation& latex, const RenderOptions& options);

  /// All cells. A weighted sum row by row: 0.67 [2 0] + 0.33 [1 3].
  std::vector<std::string> lines() const;
  /// One cell of the printed matrix, first with names: "A_{0,1} &= \frac{P_{0,1}}{\ell_{0}} = ...". Of a long
  /// sum the middle is left out.
  std::vector<std::string> cell(std::size_t row, std::size_t column) const;
  /// A row of the printed matrix, or a column: of a weighted sum the rows of V, of others each cell.
  std::vector<std::string> row(std::size_t row) const;
  std::vector<std::string> column(std::size_t column) const;

 private:
  using Lines = std::vector<std::string>;
  /// A row of V with its weight, and their product.
  struct Scaled {
    double weight;
    std::vector<double> row;
    std::vector<double> scaled;
  };

  double value(std::size_t row, std::size_t column) const;
  std::string name(std::size_t row, std::size_t column) const;
  std::string number(const CellFormula& leaf) const;
  std::string symbol(const CellFormula& leaf) const;
  double printed_value(const CellFormula& leaf) const;
  bool prints(const Outcome& outcome, double result) const;
  bool is_empty(std::size_t row) const;
  bool is_weighted(std::size_t row) const;
  Lines written(const CellFormula& arithmetic, const LatexNumber& leaf) const;
  void append_cell(Lines& lines, std::size_t row, std::size_t column, bool with_names) const;
  std::string vector(const std::vector<double>& numbers, Decimals decimals) const;
  void append_weighted_row(Lines& lines, std::size_t row) const;
  std::vector<Scaled> scaled_rows(std::size_t row) const;

  const Step& step_;
  const LatexNotation& latex_;
  const RenderOptions& options_;
  Decimals decimals_;
  std::vector<Decimals> of_operand_;
};

/// Those of a whole step. None for what is given or copied.
std::vector<std::string> arithmetic_lines(const Step& step, const LatexNotation& latex,
                                          const RenderOptions& options);

/// Whether a step has arithmetic, but too much of it to be printed.
bool has_too_much_arithmetic(const Step& step, const RenderOptions& options);

}  // namespace attn

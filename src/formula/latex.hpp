#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "attn/formula.hpp"

namespace attn {

/// How an operand stands in a formula in print: S, S^{\top}, S_{ij}.
enum class OperandForm { whole, transposed, entry };

/// What the leaves of a formula are printed as: symbols, or matrices written out.
struct LatexLeaves {
  std::function<std::string(const Formula& operand, OperandForm form)> operand;
  bool are_numbers = false;           ///< 1/√2 for 1/√d_k
  std::string_view row_end = "\\\\";  ///< of a matrix
  bool in_columns = false;            ///< `in_columns` was applied: reductions run down columns
};

/// Whether the equation has to be one of entries, because a matrix alone would not say it: m_i = max_j S_ij.
bool is_of_entries(const Formula& formula);

/// The right side of an equation, in LaTeX's math mode: Q K^{\top}.
std::string latex_of(const Formula& formula, const LatexLeaves& leaves);

/// What the named numbers of a formula are: "c = 50", one after another, behind \quad. "" for none.
std::string latex_definitions(const Formula& formula);

/// The text of a number in math mode: 1.5 \times 10^{-10} of 1.5e-10, 10^{22} of 1e+22, 2 of 2e+00, -\infty
/// of -inf.
std::string latex_of_number(std::string_view text);

/// The text of a leaf of a cell's arithmetic, a cell or a number.
using LatexNumber = std::function<std::string(const CellFormula& leaf)>;

/// The arithmetic of a cell in pieces, between which a line may be broken: a sum's terms, all but the first
/// with their sign; what the largest one is of, with commas.
std::vector<std::string> latex_of(const CellFormula& formula, const LatexNumber& number);

}  // namespace attn

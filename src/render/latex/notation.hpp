#pragma once

#include <string>
#include <string_view>

#include "formula/latex.hpp"
#include "render/notation.hpp"

namespace attn {

/// What differs between LaTeX in a document of its own and in a Markdown page.
struct LatexDialect {
  std::string_view row_end;  ///< of a matrix
  std::string (*text)(std::string_view text);
};

extern const LatexDialect document_dialect;
extern const LatexDialect katex_dialect;

/// What things are called in formulas in print: S for scores, heads above, tiles below.
class LatexNotation {
 public:
  LatexNotation(const RenderOptions& options, const LatexDialect& dialect)
      : notation_(options), dialect_(dialect) {}

  const LatexDialect& dialect() const { return dialect_; }
  const Notation& notation() const { return notation_; }

  /// S^{(1)}.
  std::string symbol(const Step& step) const;
  /// S[0{:}30], a block of the printed matrix.
  std::string block(const Step& step, const std::optional<Range>& rows,
                    const std::optional<Range>& columns) const;
  /// S^{(1)}_{0,2}, a cell of the printed matrix; m_{0} of a step with one number per row.
  std::string cell(const Step& step, std::size_t row, std::size_t column) const;
  /// O_{0,:}, a row of the printed matrix, or O_{:,0}, a column.
  std::string line(const Step& step, std::size_t index) const;
  /// An operand of the step's equation.
  std::string operand(const Step& step, const Formula& leaf, OperandForm form) const;
  /// A cell of an operand, which is a leaf of the step's arithmetic.
  std::string operand_cell(const Step& step, const CellFormula& leaf) const;
  /// S = Q K^{\top}; m_{i} = \max_{j} S_{ij}. "" where the step has no equation but words.
  std::string equation(const Step& step) const;

 private:
  std::string left_side(const Step& step) const;

  Notation notation_;
  LatexDialect dialect_;
};

/// Whether a step has one number per query, or feature.
bool is_vector(const Axes& axes);

/// Whether the step's equation is one, and not words ("given").
bool has_equation(const Step& step);

}  // namespace attn

#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "render/xlsx/formula.hpp"
#include "render/xlsx/term.hpp"

namespace attn::xlsx {

/// Thrown where a formula needs a cell that the workbook does not have.
struct Missing {};

/// Goes down an equation at one cell: what formulas in spreadsheets have for each kind of term.
class Expansion {
 public:
  explicit Expansion(const SpreadsheetFormula::Context& context) : context_(context) {}

  Term term(const Formula& formula, std::size_t row, std::size_t column) const;
  /// Where the row sees no key: what the convention gives instead.
  std::vector<Term::Exception> where_empty(std::size_t row, const Literal& gives) const;

 private:
  const Block& block(const Formula& operand) const;
  Term number(const Formula& formula) const;
  Term cell(const Formula& operand, std::size_t row, std::size_t column) const;
  Term of_part(const Formula& formula, std::size_t row, std::size_t column) const;
  Term normalised(Term quotient, std::size_t row) const;
  Term log_of_sum(Term logarithm, std::size_t row) const;
  // Over lines of cells.
  Cells row_of(const Formula& formula, std::size_t row, std::size_t length) const;
  Cells column_of(const Formula& formula, std::size_t column, std::size_t length) const;
  Term largest(const Formula& formula, std::size_t row) const;
  Term row_sum(const Formula& formula, std::size_t row) const;
  Term sum_of_products(const Formula& formula, std::size_t row, std::size_t column) const;
  Term masked_sum(const Formula& formula, std::size_t row, std::size_t column) const;
  Term masked_array(const Formula& formula, std::size_t row, std::size_t column) const;

  const SpreadsheetFormula::Context& context_;
};

}  // namespace attn::xlsx

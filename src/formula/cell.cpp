#include <limits>
#include <stdexcept>

#include "attn/formula.hpp"

namespace attn {

namespace {

using Kind = Formula::Kind;
using Cell = CellFormula::Kind;

CellFormula leaf(Cell kind, double value, const Formula& formula) {
  CellFormula cell;
  cell.kind = kind;
  cell.value = value;
  cell.text = formula.text;
  cell.origin = formula.origin;
  return cell;
}

/// Goes down a formula at one cell.
class Expansion {
 public:
  explicit Expansion(const OperandValue& value) : value_(value) {}

  CellFormula at(const Formula& formula, std::size_t row, std::size_t column) const {
    switch (formula.kind) {
      case Kind::words:
        return leaf(Cell::words, 0, formula);
      case Kind::number:
        return leaf(Cell::number, formula.value, formula);
      case Kind::whole:
        return operand(formula, row, column);
      case Kind::per_row:
        return operand(formula, row, 0);
      case Kind::per_column:
        return operand(formula, column, 0);
      case Kind::transposed:
        return at(formula.terms[0], column, row);
      case Kind::matmul:
        return dot_product(formula, row, column);
      case Kind::times:
        return of(Cell::product, formula, row, column);
      case Kind::over:
        return of(Cell::quotient, formula, row, column);
      case Kind::plus:
        return of(Cell::sum, formula, row, column);
      case Kind::minus:
        return of(Cell::difference, formula, row, column);
      case Kind::exp:
        return of(Cell::exp, formula, row, column);
      case Kind::ln:
        return of(Cell::ln, formula, row, column);
      case Kind::tanh:
        return of(Cell::tanh, formula, row, column);
      case Kind::larger:
        return of(Cell::largest, formula, row, column);
      case Kind::row_max:
        return reduced(Cell::largest, formula, row);
      case Kind::row_sum:
        return reduced(Cell::sum, formula, row);
      case Kind::beside:
      case Kind::below:
        return part(formula, row, column);
    }
    throw std::logic_error("no such kind of formula");
  }

 private:
  CellFormula operand(const Formula& formula, std::size_t row, std::size_t column) const {
    CellFormula cell = leaf(Cell::cell, value_(formula.operand, row, column), formula);
    cell.operand = formula.operand;
    cell.row = row;
    cell.column = column;
    return cell;
  }

  CellFormula of(Cell kind, const Formula& formula, std::size_t row, std::size_t column) const {
    CellFormula cell;
    cell.kind = kind;
    for (const Formula& term : formula.terms) cell.terms.push_back(at(term, row, column));
    return cell;
  }

  CellFormula dot_product(const Formula& formula, std::size_t row, std::size_t column) const {
    constexpr double hidden = -std::numeric_limits<double>::infinity();
    CellFormula sum;
    sum.kind = Cell::sum;
    for (std::size_t p = 0; p < formula.length; ++p) {
      if (formula.mask && value_(*formula.mask, row, p) == hidden) {
        ++sum.hidden;
        continue;
      }
      CellFormula& product = sum.terms.emplace_back();
      product.kind = Cell::product;
      product.terms.push_back(at(formula.terms[0], row, p));
      product.terms.push_back(at(formula.terms[1], p, column));
    }
    return sum;
  }

  CellFormula reduced(Cell kind, const Formula& formula, std::size_t row) const {
    CellFormula cell;
    cell.kind = kind;
    for (std::size_t p = 0; p < formula.length; ++p) cell.terms.push_back(at(formula.terms[0], row, p));
    return cell;
  }

  /// The cell lies in one of the parts.
  CellFormula part(const Formula& formula, std::size_t row, std::size_t column) const {
    std::size_t& along = formula.kind == Kind::below ? row : column;
    for (const Formula& term : formula.terms) {
      if (along < term.length) return at(term, row, column);
      along -= term.length;
    }
    throw std::logic_error("a cell behind the last part");
  }

  const OperandValue& value_;
};

}  // namespace

CellFormula cell_of(const Formula& formula, std::size_t row, std::size_t column, const OperandValue& value) {
  return Expansion(value).at(formula, row, column);
}

}  // namespace attn

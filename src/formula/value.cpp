#include "formula/value.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

namespace attn {

namespace {

using Kind = Formula::Kind;

class Calculation {
 public:
  explicit Calculation(const OperandValue& operand) : operand_(operand) {}

  double at(const Formula& formula, std::size_t row, std::size_t column) const {
    const auto term = [&](std::size_t i) { return at(formula.terms[i], row, column); };
    switch (formula.kind) {
      case Kind::number:
        return formula.value;
      case Kind::whole:
        return operand_(formula.operand, row, column);
      case Kind::per_row:
        return operand_(formula.operand, row, 0);
      case Kind::per_column:
        return operand_(formula.operand, column, 0);
      case Kind::transposed:
        return at(formula.terms[0], column, row);
      case Kind::matmul:
        return dot_product(formula, row, column);
      case Kind::row_sum:
        return row_sum(formula, row);
      case Kind::row_max:
        return row_max(formula, row);
      case Kind::larger:
        return larger(term(0), term(1));
      case Kind::times:
        return term(0) * term(1);
      case Kind::over:
        return term(0) / term(1);
      case Kind::plus:
        return term(0) + term(1);
      case Kind::minus:
        return term(0) - term(1);
      default:
        throw std::logic_error("no reproducible formula");
    }
  }

 private:
  double dot_product(const Formula& formula, std::size_t row, std::size_t column) const {
    constexpr double hidden = -std::numeric_limits<double>::infinity();
    double sum = 0;
    for (std::size_t p = 0; p < formula.length; ++p) {
      if (formula.mask && operand_(*formula.mask, row, p) == hidden) continue;
      sum += at(formula.terms[0], row, p) * at(formula.terms[1], p, column);
    }
    return sum;
  }

  double row_sum(const Formula& formula, std::size_t row) const {
    double sum = 0;
    for (std::size_t p = 0; p < formula.length; ++p) sum += at(formula.terms[0], row, p);
    return sum;
  }

  double row_max(const Formula& formula, std::size_t row) const {
    double largest = -std::numeric_limits<double>::infinity();
    for (std::size_t p = 0; p < formula.length; ++p) largest = larger(largest, at(formula.terms[0], row, p));
    return largest;
  }

  /// As ECMAScript's Math.max has it: NaN where one of them is, and 0 is larger than -0.
  static double larger(double a, double b) {
    if (std::isnan(a) || std::isnan(b)) return std::numeric_limits<double>::quiet_NaN();
    if (a == b) return std::signbit(a) ? b : a;
    return a > b ? a : b;
  }

  const OperandValue& operand_;
};

}  // namespace

bool is_reproducible(const Formula& formula) {
  switch (formula.kind) {
    case Kind::words:
    case Kind::exp:
    case Kind::ln:
    case Kind::tanh:
    case Kind::beside:
    case Kind::below:
      return false;
    default:
      return std::ranges::all_of(formula.terms, is_reproducible);
  }
}

double value_of(const Formula& formula, std::size_t row, std::size_t column, const OperandValue& operand) {
  return Calculation(operand).at(formula, row, column);
}

}  // namespace attn

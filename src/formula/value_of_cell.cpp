#include "formula/value_of_cell.hpp"

#include <cmath>
#include <limits>

namespace attn {

namespace {

using Kind = CellFormula::Kind;

double larger(double one, double other) {
  return other > one || std::isnan(other) ? other : one;
}

}  // namespace

double value_of(const CellFormula& formula, const std::function<double(const CellFormula& leaf)>& leaf) {
  const auto term = [&](std::size_t i) { return value_of(formula.terms[i], leaf); };
  switch (formula.kind) {
    case Kind::words:
      return std::numeric_limits<double>::quiet_NaN();
    case Kind::cell:
    case Kind::number:
      return leaf(formula);
    case Kind::sum: {
      double sum = 0;
      for (std::size_t i = 0; i < formula.terms.size(); ++i) sum += term(i);
      return sum;
    }
    case Kind::product:
      return term(0) * term(1);
    case Kind::quotient:
      return term(0) / term(1);
    case Kind::difference:
      // As in the whole pipeline: -inf minus anything is -inf.
      return term(0) == -std::numeric_limits<double>::infinity() ? term(0) : term(0) - term(1);
    case Kind::exp:
      return std::exp(term(0));
    case Kind::ln:
      return std::log(term(0));
    case Kind::tanh:
      return std::tanh(term(0));
    case Kind::largest: {
      double largest = -std::numeric_limits<double>::infinity();
      for (std::size_t i = 0; i < formula.terms.size(); ++i) largest = larger(largest, term(i));
      return largest;
    }
  }
  return std::numeric_limits<double>::quiet_NaN();
}

}  // namespace attn

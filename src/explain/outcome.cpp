#include "explain/outcome.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace attn {

namespace {

using Kind = CellFormula::Kind;

/// e^(x + d) is e^x (1 + d), about; where e^x is 0, it is 0 whatever x is.
Outcome exp_of(const Outcome& x) {
  const double value = std::exp(x.value);
  return {value, value == 0 ? 0 : value * (1 + x.magnitude)};
}

Outcome sum_of(const CellFormula& formula) {
  Outcome sum;
  for (const CellFormula& term : formula.terms) {
    const Outcome of = outcome_of(term);
    sum.value += of.value;
    sum.magnitude += of.magnitude;
  }
  return sum;
}

/// NaN where one is.
Outcome largest_of(const CellFormula& formula) {
  Outcome largest{-std::numeric_limits<double>::infinity(), 0};
  for (const CellFormula& term : formula.terms) {
    const Outcome of = outcome_of(term);
    if (of.value > largest.value || std::isnan(of.value)) largest = of;
  }
  return largest;
}

}  // namespace

Outcome outcome_of(const CellFormula& formula) {
  const auto term = [&](std::size_t i) { return outcome_of(formula.terms[i]); };
  switch (formula.kind) {
    case Kind::words:
    case Kind::cell:
    case Kind::number:
      return {formula.value, std::abs(formula.value)};
    case Kind::sum:
      return sum_of(formula);
    case Kind::product:
      return {term(0).value * term(1).value, term(0).magnitude * term(1).magnitude};
    case Kind::quotient:
      return {term(0).value / term(1).value, term(0).magnitude / std::abs(term(1).value)};
    case Kind::difference:
      return {term(0).value - term(1).value, term(0).magnitude + term(1).magnitude};
    case Kind::exp:
      return exp_of(term(0));
    case Kind::ln:
      return {std::log(term(0).value), std::abs(std::log(term(0).value)) + 1};
    case Kind::tanh:
      return {std::tanh(term(0).value), std::abs(std::tanh(term(0).value)) + term(0).magnitude};
    case Kind::largest:
      return largest_of(formula);
  }
  return {};
}

}  // namespace attn

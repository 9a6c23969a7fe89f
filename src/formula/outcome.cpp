#include "formula/outcome.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace attn {

namespace {

using Kind = CellFormula::Kind;
using Leaf = std::function<double(const CellFormula& leaf)>;

/// Of a hundred or so roundings, relative.
constexpr double binary = 1e-14;

/// At most 12 bits before and 10 behind the point: sums of 500 products of such numbers fit into a double.
bool has_few_bits(double value) {
  return std::abs(value) <= 4096 && std::trunc(value * 1024) == value * 1024;
}

Outcome sum_of(const std::vector<Outcome>& terms) {
  Outcome sum{0, 0, terms.size() <= 500};
  for (const Outcome& term : terms) {
    sum.value += term.value;
    sum.magnitude += term.magnitude;
    sum.is_exact = sum.is_exact && term.is_exact;
    sum.is_irrational = sum.is_irrational || term.is_irrational;
  }
  return sum;
}

/// Of two terms.
Outcome joined(double value, double magnitude, const std::vector<Outcome>& terms) {
  return {value, magnitude, terms[0].is_exact && terms[1].is_exact,
          terms[0].is_irrational || terms[1].is_irrational};
}

Outcome quotient_of(const std::vector<Outcome>& terms) {
  const double value = terms[0].value / terms[1].value;
  Outcome quotient = joined(value, terms[0].magnitude / std::abs(terms[1].value), terms);
  quotient.is_exact = quotient.is_exact && has_few_bits(value) && value * terms[1].value == terms[0].value;
  return quotient;
}

/// Of a function that gives a rational number at `rational` and at the infinities alone.
Outcome transcendental(double value, double magnitude, const Outcome& x, double rational) {
  const bool is_rational = x.value == rational || !std::isfinite(x.value);
  return {value, magnitude, is_rational && x.is_exact, !is_rational};
}

/// NaN where one is.
Outcome largest_of(const std::vector<Outcome>& terms) {
  Outcome largest{-std::numeric_limits<double>::infinity(), 0, true, false};
  for (const Outcome& term : terms)
    if (term.value > largest.value || std::isnan(term.value)) largest = term;
  return largest;
}

}  // namespace

Outcome outcome_of(double number) {
  return {number, std::abs(number), has_few_bits(number) || std::isinf(number), false};
}

Outcome outcome_of(const CellFormula& formula, const Leaf& leaf) {
  std::vector<Outcome> terms;
  for (const CellFormula& term : formula.terms) terms.push_back(outcome_of(term, leaf));
  switch (formula.kind) {
    case Kind::words:
    case Kind::cell:
    case Kind::number:
      return outcome_of(leaf(formula));
    case Kind::sum:
      return sum_of(terms);
    case Kind::product:
      return joined(terms[0].value * terms[1].value, terms[0].magnitude * terms[1].magnitude, terms);
    case Kind::quotient:
      return quotient_of(terms);
    case Kind::difference:
      return joined(terms[0].value - terms[1].value, terms[0].magnitude + terms[1].magnitude, terms);
    case Kind::exp: {
      // e^(x + d) is e^x (1 + d), about.
      const double value = std::exp(terms[0].value);
      return transcendental(value, value == 0 ? 0 : value * (1 + terms[0].magnitude), terms[0], 0);
    }
    case Kind::ln: {
      const double value = std::log(terms[0].value);
      return transcendental(value, std::abs(value) + 1, terms[0], 1);
    }
    case Kind::tanh: {
      const double value = std::tanh(terms[0].value);
      return transcendental(value, std::abs(value) + terms[0].magnitude, terms[0], 0);
    }
    case Kind::largest:
      return largest_of(terms);
  }
  return {};
}

Outcome outcome_of(const CellFormula& formula) {
  return outcome_of(formula, [](const CellFormula& leaf) { return leaf.value; });
}

bool gives(const Outcome& outcome, double shown, double unit) {
  constexpr double telling = 20;  // units of print in one of rounding
  if (outcome.is_exact || outcome.value == 0) return !outcome.is_irrational && shown == outcome.value;
  const double rounding = binary * outcome.magnitude;
  return !outcome.is_irrational && unit > telling * rounding && std::abs(shown - outcome.value) <= rounding;
}

}  // namespace attn

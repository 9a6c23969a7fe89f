// Whether a printed number is what its arithmetic gives. Expected by hand: which numbers are decimals,
// mathematics says.
#include "formula/outcome.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>

namespace attn {

namespace {

using Kind = CellFormula::Kind;

CellFormula number(double value) {
  CellFormula leaf;
  leaf.kind = Kind::number;
  leaf.value = value;
  return leaf;
}

CellFormula of(Kind kind, std::vector<CellFormula> terms) {
  CellFormula formula;
  formula.kind = kind;
  formula.terms = std::move(terms);
  return formula;
}

bool prints(const CellFormula& formula, double shown, int decimals) {
  return gives(outcome_of(formula), shown, std::pow(10.0, -decimals));
}

}  // namespace

TEST_CASE("decimals are meant, which binary rounds") {
  const CellFormula sum = of(Kind::sum, {number(0.1), number(0.2)});
  CHECK(prints(sum, 0.3, 1));
  CHECK(prints(sum, 0.3, 10));
  CHECK_FALSE(prints(sum, 0.30000000000000004, 17));
  CHECK(prints(of(Kind::product, {number(1.2), number(0.9)}), 1.08, 2));
  CHECK(prints(of(Kind::difference, {number(1e6), number(0.1)}), 999999.9, 1));
  CHECK(prints(of(Kind::quotient, {number(0.3), number(0.6)}), 0.5, 4));
}

TEST_CASE("what is rounded in print is not given") {
  CHECK_FALSE(prints(of(Kind::quotient, {number(1), number(3)}), 0.3333, 4));
  // 2074389.997384169280 by hand.
  CHECK_FALSE(prints(of(Kind::product, {number(-1434.21126), number(-1446.362928)}), 2074389.997384, 6));
  CHECK_FALSE(prints(of(Kind::product, {number(1.25), number(0.5)}), 0.62, 2));
}

TEST_CASE("small whole numbers and halves are exact with all decimals") {
  CHECK(prints(of(Kind::product, {number(2), number(1.5)}), 3, 17));
  CHECK(prints(of(Kind::sum, {number(0.25), number(-0.25)}), 0, 17));
  CHECK(prints(of(Kind::quotient, {number(1), number(4)}), 0.25, 17));
  CHECK(prints(of(Kind::largest, {number(0.5), number(2)}), 2, 17));
}

TEST_CASE("no decimal is a power of e but e to the 0") {
  CHECK(prints(of(Kind::exp, {number(0)}), 1, 17));
  CHECK(prints(of(Kind::exp, {number(-std::numeric_limits<double>::infinity())}), 0, 17));
  CHECK_FALSE(prints(of(Kind::exp, {number(1)}), std::exp(1.0), 12));
  CHECK_FALSE(prints(of(Kind::exp, {number(-1000)}), 0, 4));
  CHECK(prints(of(Kind::ln, {number(1)}), 0, 17));
  CHECK_FALSE(prints(of(Kind::ln, {number(2)}), std::log(2.0), 15));
  CHECK(prints(of(Kind::tanh, {number(0)}), 0, 17));
  CHECK_FALSE(prints(of(Kind::tanh, {number(30)}), 1, 4));
}

}  // namespace attn

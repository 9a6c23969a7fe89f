// What a spreadsheet calculates, as it is worked out beside each formula. Spreadsheet programs say so too:
// see tests/xlsx.

#include <doctest/doctest.h>

#include <cmath>
#include <limits>

#include "formula/build.hpp"
#include "render/xlsx/at.hpp"

namespace attn::xlsx {

using namespace attn::formula;

namespace {

constexpr double text = -std::numeric_limits<double>::infinity();  // "-inf"
constexpr double error = std::numeric_limits<double>::quiet_NaN();

double value(const Formula& equation, std::vector<Sheet> sheets, std::size_t row = 0) {
  for (Sheet& operand : sheets)
    for (const double cell : operand.values)
      operand.may_hold_lowest = operand.may_hold_lowest || cell == text;
  return SpreadsheetFormula(equation, context(sheets)).at(row, 0).value().value;
}

bool is_error(double value) {
  return std::isnan(value);
}

}  // namespace

TEST_CASE("xlsx: values of arithmetic") {
  const Formula product = matmul(whole(0), transposed(whole(1)), 2);
  CHECK(value(product, {sheet("Q", 1, 2, {2, 3}), sheet("K", 1, 2, {5, 7})}) == 31);
  CHECK(is_error(value(product, {sheet("Q", 1, 2, {2, text}), sheet("K", 1, 2, {5, 7})})));
  CHECK(is_error(value(product, {sheet("Q", 1, 2, {0, 3}), sheet("K", 1, 2, {error, 7})})));
  CHECK(is_error(value(product, {sheet("Q", 1, 2, {1e200, 3}), sheet("K", 1, 2, {1e200, 7})})));
  CHECK(is_error(value(formula::exp(whole(0)), {sheet("x", 1, 1, {1000})})));
  CHECK(value(formula::exp(whole(0)), {sheet("x", 1, 1, {0})}) == 1);
  CHECK(is_error(value(over(whole(0), per_row(1)), {sheet("x", 1, 1, {0}), sheet("l", 1, 1, {0})})));
}

TEST_CASE("xlsx: values of formulas that ask for -inf") {
  const Formula difference = minus(whole(0), per_row(1));
  CHECK(value(difference, {sheet("x", 1, 1, {text}), sheet("m", 1, 1, {2})}) == text);
  CHECK(value(difference, {sheet("x", 1, 1, {text}), sheet("m", 1, 1, {error})}) == text);
  CHECK(is_error(value(difference, {sheet("x", 1, 1, {5}), sheet("m", 1, 1, {error})})));
  CHECK(value(formula::exp(difference), {sheet("x", 1, 1, {text}), sheet("m", 1, 1, {2})}) == 0);
  CHECK(value(formula::tanh(whole(0)), {sheet("x", 1, 1, {text})}) == -1);
  CHECK(value(formula::ln(whole(0)), {sheet("l", 1, 1, {0})}) == text);
  CHECK(is_error(value(formula::ln(whole(0)), {sheet("l", 1, 1, {error})})));

  const Formula sum = plus(whole(0), whole(1));
  CHECK(value(sum, {sheet("x", 1, 1, {error}), sheet("mask", 1, 1, {text})}) == text);
  // Asking whether an error is -inf is an error.
  std::vector<Sheet> both{sheet("x", 1, 2, {text, 0}), sheet("mask", 1, 2, {error, text})};
  CHECK(is_error(value(sum, both)));

  const auto scaled_by = [](double scale) {
    return value(times(whole(0), number(scale, "scale")), {sheet("x", 1, 1, {text})});
  };
  CHECK(scaled_by(2) == text);
  CHECK(is_error(scaled_by(-2)));
  CHECK(is_error(scaled_by(0)));
}

TEST_CASE("xlsx: values of maxima and sums") {
  const auto largest = [](std::vector<double> x) {
    return value(reduced(Kind::row_max, whole(0), 3), {sheet("x", 1, 3, x)});
  };
  CHECK(largest({-3, text, -2}) == -2);
  CHECK(largest({text, text, text}) == text);
  CHECK(is_error(largest({1, error, 2})));
  CHECK(is_error(largest({text, error, text})));
  CHECK(value(reduced(Kind::row_sum, whole(0), 3), {sheet("x", 1, 3, {1, 2, 4})}) == 7);
  CHECK(is_error(value(reduced(Kind::row_sum, whole(0), 3), {sheet("x", 1, 3, {1, error, 4})})));

  const auto larger_of = [](double running, double tile) {
    // Either may be -inf somewhere.
    return value(larger(whole(0), whole(1)),
                 {sheet("m", 2, 1, {running, text}), sheet("tile", 2, 1, {tile, text})});
  };
  CHECK(larger_of(text, -3) == -3);
  CHECK(larger_of(text, text) == text);
  CHECK(is_error(larger_of(text, error)));
}

TEST_CASE("xlsx: values of sums without hidden keys") {
  for (const std::size_t keys : {std::size_t{3}, std::size_t{60}}) {  // one by one, and as an array
    CAPTURE(keys);
    Formula sum = matmul(whole(0), whole(1), keys);
    sum.mask = 2;
    std::vector<double> mask(keys, text);
    mask[0] = mask[1] = 0;
    std::vector<double> v(keys, error);
    v[0] = 5;
    v[1] = 7;
    const auto weighted = [&] {
      return value(sum, {sheet("A", 1, keys), sheet("V", keys, 1, v), sheet("mask", 1, keys, mask)});
    };
    CHECK(weighted() == 12);
    v[1] = text;
    CHECK(is_error(weighted()));
    mask[1] = text;
    CHECK(weighted() == 5);
    mask[2] = 0;
    CHECK(is_error(weighted()));
  }
}

}  // namespace attn::xlsx

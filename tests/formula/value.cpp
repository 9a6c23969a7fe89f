#include "formula/value.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "formula/build.hpp"

namespace attn {

using namespace formula;

namespace {

constexpr double inf = std::numeric_limits<double>::infinity();

using Table = std::vector<std::vector<double>>;

const std::vector<Table> tables{
    {{1, 2}, {3, 4}},     // 0
    {{5, 6}, {7, 8}},     // 1
    {{10}, {20}},         // 2: one number per row, or column
    {{0, -inf}, {0, 0}},  // 3: a mask
    {{0.1, 0.2, 0.3}},    // 4
    {{1e16, 1, -1e16}},   // 5
};

double at(const Formula& formula, std::size_t row, std::size_t column) {
  return value_of(formula, row, column, [](std::size_t operand, std::size_t r, std::size_t c) {
    return tables.at(operand).at(r).at(c);
  });
}

}  // namespace

TEST_CASE("value of a formula: by hand") {
  CHECK(at(matmul(whole(0), whole(1), 2), 1, 0) == 3 * 5 + 4 * 7);
  CHECK(at(matmul(whole(0), transposed(whole(1)), 2), 1, 0) == 3 * 5 + 4 * 6);
  CHECK(at(over(whole(0), per_row(2)), 1, 0) == 3.0 / 20);
  CHECK(at(plus(whole(0), per_column(2)), 0, 1) == 2 + 20);
  CHECK(at(minus(times(whole(0), number(3, "c")), whole(1)), 1, 1) == 4 * 3 - 8);
}

TEST_CASE("value of a formula: what a mask hides is left out") {
  Formula sum = matmul(whole(0), whole(1), 2);
  sum.mask = 3;
  CHECK(at(sum, 0, 1) == 1 * 6);
  CHECK(at(sum, 1, 1) == 3 * 6 + 4 * 8);
}

TEST_CASE("value of a formula: sums run from left to right") {
  CHECK(at(reduced(Kind::row_sum, whole(4), 3), 0, 0) == (0.1 + 0.2) + 0.3);
  CHECK(at(reduced(Kind::row_sum, whole(5), 3), 0, 0) == 0);  // 1e16 + 1 is 1e16
}

TEST_CASE("value of a formula: the largest is NaN where one is, and 0 is larger than -0, as in ECMAScript") {
  const auto largest = [](double a, double b) { return at(larger(number(a, "a"), number(b, "b")), 0, 0); };
  CHECK(largest(1, 2) == 2);
  CHECK(largest(2, -inf) == 2);
  CHECK(std::isnan(largest(std::nan(""), 2)));
  CHECK(std::isnan(largest(2, std::nan(""))));
  CHECK_FALSE(std::signbit(largest(-0.0, 0)));
  CHECK_FALSE(std::signbit(largest(0, -0.0)));
  CHECK(std::signbit(largest(-0.0, -0.0)));
  CHECK(at(reduced(Kind::row_max, whole(4), 3), 0, 0) == 0.3);
  CHECK(at(reduced(Kind::row_max, whole(4), 0), 0, 0) == -inf);
}

TEST_CASE("value of a formula: functions are not reproducible, wherever they stand") {
  CHECK(is_reproducible(plus(matmul(whole(0), transposed(whole(1)), 2), per_column(2))));
  CHECK_FALSE(is_reproducible(exp(whole(0))));
  CHECK_FALSE(is_reproducible(plus(whole(0), ln(whole(1)))));
  CHECK_FALSE(is_reproducible(times(number(2, "c"), tanh(whole(0)))));
  CHECK_FALSE(is_reproducible(words("given")));
}

}  // namespace attn

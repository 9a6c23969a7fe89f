#include "attn/compare.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>

#include "computed.hpp"

namespace attn {

namespace {

using computed::inf;
using computed::matrix_of;
using computed::nan;

Comparison compared(const computed::Rows& actual, const computed::Rows& expected, const Tolerance& tolerance,
                    const std::vector<std::size_t>& unstated = {}) {
  const Matrix<double> left = matrix_of(actual);
  const Matrix<double> right = matrix_of(expected);
  return compare({.actual = left, .expected = right, .unstated = unstated}, tolerance);
}

}  // namespace

TEST_CASE("a gap is absolute, relative to what was expected, and in numbers of the type") {
  const Gap gap = gap_between(1.5, 2);
  CHECK(gap.abs == 0.5);
  CHECK(gap.rel == 0.25);
  CHECK(gap_between(std::nextafter(1.0, 2.0), 1).ulp == 1);
  CHECK(gap_between(std::nextafter(1.0F, 2.0F), 1, Precision::float32).ulp == 1);
  CHECK(gap_between(0.0, -0.0).ulp == 0);
  CHECK(gap_between(std::numeric_limits<double>::denorm_min(), -std::numeric_limits<double>::denorm_min())
            .ulp == 2);
  CHECK(gap_between(1, 0).rel == inf);
}

TEST_CASE("ulps are those of the format that is said") {
  CHECK(gap_between(1 + 0x1p-7, 1, Precision::bfloat16).ulp == 1);
  CHECK(gap_between(1 + 0x1p-10, 1, Precision::float16).ulp == 1);
  CHECK(gap_between(2 - 0x1p-10, 2, Precision::float16).ulp == 1);
  CHECK(gap_between(0x1p-24, 0, Precision::float16).ulp == 1);  // the least subnormal number
  CHECK(gap_between(0x1p-14, 0x1p-14 - 0x1p-24, Precision::float16).ulp == 1);
  CHECK(gap_between(1, -1, Precision::float16).ulp ==
        2 * 15 * 1024);  // 15 powers of two from 2^-14 to 1, and 0
  CHECK(gap_between(1e300, std::numeric_limits<float>::max(), Precision::float32).ulp == inf);
}

TEST_CASE("NaN equals NaN and nothing else, infinities are equal by sign") {
  CHECK(gap_between(nan, nan).abs == 0);
  CHECK(gap_between(inf, inf).abs == 0);
  for (const auto& [a, b] :
       {std::pair(nan, 1.0), {1.0, nan}, {inf, -inf}, {inf, nan}, {inf, 1.0}, {1.0, -inf}}) {
    CHECK(gap_between(a, b).abs == inf);
    CHECK(gap_between(a, b).ulp == inf);
  }
  const Comparison all = compared({{nan, nan, inf, 1}}, {{nan, 1, inf, 1}}, {.atol = 1e9, .rtol = 1e9});
  CHECK(all.cells == 4);
  CHECK(all.nan_pairs == 1);
  CHECK(all.differing == 1);
  CHECK(all.worst->column == 1);
  CHECK(*all.passing.atol == inf);
}

TEST_CASE("an infinity passes no relative tolerance") {
  CHECK(compared({{1}}, {{inf}}, {.rtol = 1e300}).differing == 1);
  CHECK(compared({{-inf}}, {{inf}}, {.rtol = 1e300}).differing == 1);
}

TEST_CASE("a cell passes by atol and rtol together, or by ulps") {
  CHECK(compared({{2.5}}, {{2}}, {.atol = 0.25, .rtol = 0.125}).differing == 0);
  CHECK(compared({{2.5}}, {{2}}, {.atol = 0.25, .rtol = 0.12}).differing == 1);
  CHECK(compared({{1 + 0x1p-51}}, {{1}}, {.ulp = 2}).differing == 0);
  CHECK(compared({{1 + 0x1p-51}}, {{1}}, {.ulp = 1}).differing == 1);
  CHECK(compared({{1}}, {{1}}, {}).differing == 0);
  CHECK(compared({{1 + 0x1p-52}}, {{1}}, {}).differing == 1);
}

TEST_CASE("the first and the worst cell, and the tolerances that would have passed") {
  const Comparison found = compared({{1, 3}, {12, 4}}, {{1, 2}, {10, 4}}, {.rtol = 0.0625});
  CHECK(found.cells == 4);
  CHECK(found.differing == 2);
  CHECK(found.first->row == 0);
  CHECK(found.first->column == 1);
  CHECK(found.first->expected == 2);
  CHECK(found.first->actual == 3);
  CHECK(found.first->allowed == 0.125);
  CHECK(found.worst->column == 1);  // 8 times what is allowed; the other one 3.2 times
  CHECK(found.largest.abs == 2);
  CHECK(*found.passing.atol == 2);
  CHECK(*found.passing.rtol == 0.5);
}

TEST_CASE("cells that are not stated are counted and not compared") {
  const Comparison found = compared({{1, 2, 3}}, {{nan, 2, nan}}, {}, {0, 2});
  CHECK(found.cells == 1);
  CHECK(found.unstated == 2);
  CHECK(found.differing == 0);
}

TEST_CASE("an error bound allows what it allows, cell by cell") {
  const Matrix<double> actual = matrix_of({{1, 1}});
  const Matrix<double> expected = matrix_of({{1.5, 1.5}});
  const Matrix<double> bound = matrix_of({{0.5, 0.25}});
  const Comparison found =
      compare({.actual = actual, .expected = expected, .bound = &bound}, {.derived = Precision::float64});
  CHECK(found.differing == 1);
  CHECK(found.first->column == 1);
  CHECK(compare({.actual = actual, .expected = expected, .bound = &bound}, {}).differing == 2);
}

TEST_CASE("an infinite error bound allows every number, and neither NaN nor infinity") {
  const Matrix<double> actual = matrix_of({{1, nan, 1, inf, -inf, nan, inf}});
  const Matrix<double> expected = matrix_of({{9, 1, nan, 1, inf, nan, inf}});
  const Matrix<double> bound = matrix_of({{inf, inf, inf, inf, inf, inf, inf}});
  const Comparison found =
      compare({.actual = actual, .expected = expected, .bound = &bound}, {.derived = Precision::float64});
  CHECK(found.differing == 4);
  CHECK(found.first->column == 1);
  CHECK(found.worst->column == 1);  // all are infinitely far
}

TEST_CASE("a NaN in place of a bound allows nothing") {
  const Matrix<double> actual = matrix_of({{1, 1}});
  const Matrix<double> expected = matrix_of({{1, 2}});
  const Matrix<double> bound = matrix_of({{nan, nan}});
  CHECK(compare({.actual = actual, .expected = expected, .bound = &bound}, {.derived = Precision::float64})
            .differing == 1);
}

}  // namespace attn

#include "render/decimals.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <initializer_list>
#include <limits>
#include <string>

namespace attn {
namespace {

constexpr double inf = std::numeric_limits<double>::infinity();
constexpr double nan = std::numeric_limits<double>::quiet_NaN();

std::string written(double value, int count = 4, bool scientific = false) {
  fmt::memory_buffer out;
  append_number(out, value, {count, scientific});
  return fmt::to_string(out);
}

bool scientific(std::initializer_list<double> row, int count = 4) {
  Matrix<double> values = xt::empty<double>({std::size_t{1}, row.size()});
  std::copy(row.begin(), row.end(), values.begin());
  return decimals_for(values, count).scientific;
}

}  // namespace

TEST_CASE("fixed decimals") {
  CHECK(written(1) == "1.0000");
  CHECK(written(-0.5) == "-0.5000");
  CHECK(written(2.0 / 3) == "0.6667");
  CHECK(written(1234567.5, 1) == "1234567.5");
  CHECK(written(3.7, 0) == "4");
}

TEST_CASE("ties of the exact double go to even") {
  CHECK(written(0.125, 2) == "0.12");
  CHECK(written(0.375, 2) == "0.38");
  CHECK(written(0.5, 0) == "0");
  CHECK(written(1.5, 0) == "2");
  CHECK(written(2.5, 0) == "2");
  CHECK(written(2.675, 2) == "2.67");      // the double is a little less than 2.675
  CHECK(written(0.00005, 4) == "0.0001");  // the double is a little more than 0.00005
}

TEST_CASE("zero has no sign") {
  CHECK(written(-0.0) == "0.0000");
  CHECK(written(-0.00004) == "0.0000");
  CHECK(written(-0.4, 0) == "0");
  CHECK(written(-0.0, 2, true) == "0.00e+00");
  CHECK(written(-1e-10, 2, true) == "-1.00e-10");
}

TEST_CASE("what is not finite is a word") {
  CHECK(written(inf) == "inf");
  CHECK(written(-inf) == "-inf");
  CHECK(written(nan) == "nan");
  CHECK(written(-nan) == "nan");
  CHECK(written(-inf, 4, true) == "-inf");
}

TEST_CASE("scientific notation where fixed decimals would not do") {
  CHECK_FALSE(scientific({}));
  CHECK_FALSE(scientific({0, -0.0, inf, nan}));
  CHECK_FALSE(scientific({0.0001, 1e-300}));
  CHECK(scientific({0.00004, 1e-300, 0}));
  CHECK(scientific({-0.00004}));
  CHECK_FALSE(scientific({0.00006}));  // shown as 0.0001
  CHECK(scientific({5e-324, -inf}));
  CHECK_FALSE(scientific({9999999}));
  CHECK(scientific({1e7}));
  CHECK(scientific({1, -1e9}));
  CHECK_FALSE(scientific({inf, 1}));
  CHECK(scientific({0.5}, 0));
  CHECK_FALSE(scientific({0.6}, 0));
}

}  // namespace attn

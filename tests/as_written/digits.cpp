#include "as_written/digits.hpp"

#include <doctest/doctest.h>

#include <limits>
#include <string>

namespace attn {

TEST_CASE("digits behind the point are those that are written") {
  CHECK(decimals_of("0.670") == 3);
  CHECK(decimals_of("12") == 0);
  CHECK(decimals_of("-3.5") == 1);
  CHECK(decimals_of("1.2e-3") == 4);
  CHECK(decimals_of("1.25E+1") == 1);
  CHECK(decimals_of("1e2") == -2);
  CHECK(prints_as(1e-309, 1e-309, 309));
  CHECK_FALSE(prints_as(1.3133, 1e-309, 309));
}

TEST_CASE("ties are those of the decimal number, not of the double") {
  // The double next to 0.285 is below it, the one next to 2.675 too.
  CHECK(rounded(0.285, 2, DecimalRounding::half_up) == 0.29);
  CHECK(rounded(2.675, 2, DecimalRounding::half_up) == 2.68);
  CHECK(rounded(0.285, 2, DecimalRounding::half_even) == 0.28);
  CHECK(rounded(0.275, 2, DecimalRounding::half_even) == 0.28);
  CHECK(rounded(-0.285, 2, DecimalRounding::half_up) == -0.29);
  CHECK(rounded(0.2850001, 2, DecimalRounding::half_even) == 0.29);
  CHECK(rounded(0.2849999, 2, DecimalRounding::half_up) == 0.28);
}

TEST_CASE("digits are cut off towards zero") {
  CHECK(rounded(0.289, 2, DecimalRounding::cut_off) == 0.28);
  CHECK(rounded(-0.289, 2, DecimalRounding::cut_off) == -0.28);
  CHECK(rounded(0.1 + 0.2, 1, DecimalRounding::cut_off) == 0.3);  // 0.30000000000000004
  CHECK(rounded(0.7 * 10 / 10, 1, DecimalRounding::cut_off) == 0.7);
  CHECK(rounded(1234.0, -2, DecimalRounding::cut_off) == 1200);
}

TEST_CASE("a number prints as what it rounds to; a tie as either") {
  CHECK(prints_as(0.41252, 0.413, 3));
  CHECK_FALSE(prints_as(0.41252, 0.412, 3));
  CHECK(prints_as(0.285, 0.28, 2));
  CHECK(prints_as(0.285, 0.29, 2));
  CHECK(prints_as(1.4, 1, 0));
  CHECK_FALSE(prints_as(1.6, 1, 0));
  constexpr double inf = std::numeric_limits<double>::infinity();
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  CHECK(prints_as(-inf, -inf, 0));
  CHECK(prints_as(nan, nan, 0));
  CHECK_FALSE(prints_as(nan, 1, 0));
  CHECK_FALSE(prints_as(1, nan, 0));
  CHECK_FALSE(prints_as(inf, 1e300, 0));
  CHECK_FALSE(prints_as(-inf, inf, 0));
}

TEST_CASE("a number can be cut to a printed one") {
  CHECK(cuts_to(0.41252, 0.412, 3));
  CHECK_FALSE(cuts_to(0.41252, 0.413, 3));
  CHECK(cuts_to(-0.41252, -0.412, 3));
  CHECK_FALSE(cuts_to(0.41252, -0.412, 3));
  CHECK(cuts_to(0.0004, 0, 3));
}

TEST_CASE("a value is written in the form of another number") {
  CHECK(like("0.670", 0.12345) == "0.123");
  CHECK(like("3", 2.0) == "2");
  CHECK(like("1.20e2", 345.0) == "3.45e2");
  CHECK(like("19e2", 1291.6) == "13e2");
  CHECK(like("1e-309", 1.3133) != "nan");
  CHECK(like("0.00", -0.001) == "0.00");
  CHECK(like("0.5", std::numeric_limits<double>::quiet_NaN()) == "nan");
  CHECK(like("0.5", -std::numeric_limits<double>::infinity()) == "-inf");
}

}  // namespace attn

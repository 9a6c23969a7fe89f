#include "docs/likeness.hpp"

#include <doctest/doctest.h>

#include <string>
#include <vector>

namespace attn {

TEST_CASE("a number is true at the digits that it is written with") {
  CHECK(is_true_line("a 0.670 b", {"a 0.6698 b"}));
  CHECK(is_true_line("a 0.67 b", {"a 0.6698 b"}));
  CHECK(is_true_line("[1, -2]", {"[1.0, -2.0]"}));
  CHECK_FALSE(is_true_line("a 0.671 b", {"a 0.6698 b"}));
  CHECK_FALSE(is_true_line("a 0.669 b", {"a 0.6698 b"}));  // cut off, not rounded
  CHECK_FALSE(is_true_line("3 steps", {"4 steps"}));
  CHECK_FALSE(is_true_line("-0.5", {"0.5"}));
  CHECK(is_true_line("-0.0000", {"0.0000"}));
  CHECK(is_true_line("1.2e-3", {"1.23e-03"}));
  CHECK_FALSE(is_true_line("1.3e-3", {"1.23e-03"}));
}

TEST_CASE("where the last digit is a tie, more of them decide") {
  // 1/32 and 1/3: printed to four decimals, a tie and none.
  CHECK(is_true_line("0.0312", {"0.0313", "0.03125"}));
  CHECK(is_true_line("0.0313", {"0.0313", "0.03125"}));
  CHECK_FALSE(is_true_line("0.0314", {"0.0313", "0.03125"}));
  CHECK_FALSE(is_true_line("0.3334", {"0.3333", "0.33333333333333331"}));
  CHECK_FALSE(is_true_line("0.0312", {"0.0313"}));
  // Not by other digits than those of the same line.
  CHECK_FALSE(is_true_line("0.0312 a", {"0.0313 a", "0.03125 b"}));
}

TEST_CASE("columns move with the width of their numbers") {
  CHECK(is_true_line("  0  -0.0000", {"  0   0.0000"}));
  CHECK(is_true_line("| 0.5 | ---- |", {"| 0.500 | ------ |"}));
  CHECK_FALSE(is_true_line("a  b", {"a b"}));  // no number explains it
  CHECK_FALSE(is_true_line("a0.5", {"a 0.50"}));
}

TEST_CASE("digits of words and versions are text") {
  CHECK_FALSE(is_true_line("head1", {"head2"}));
  CHECK_FALSE(is_true_line("attn-calc 0.1.0", {"attn-calc 0.1.1"}));
  CHECK_FALSE(is_true_line("2d", {"2.0d"}));
  CHECK_FALSE(is_true_line("inf", {"0.5"}));
  CHECK(is_true_line("W_1 = 0.5.", {"W_1 = 0.50."}));
  CHECK(is_true_line("(1-0.5)", {"(1-0.50)"}));
  CHECK(is_true_line("2×0.5", {"2×0.50"}));
}

TEST_CASE("a text is true where nothing but numbers differs, all of them true") {
  const std::vector<std::string> written{"a    b", "0.5  1"};
  const auto is_true_for = [&](const std::vector<ComputedLine>& computed) {
    return is_true(written, computed);
  };
  CHECK(is_true_for({{"a    b"}, {"0.5  1"}}));
  CHECK(is_true_for({{"a      b"}, {"0.500  1"}}));  // its heading moved with the number
  CHECK_FALSE(is_true_for({{"a      b"}, {"0.5  1"}}));
  CHECK_FALSE(is_true_for({{"a      b"}, {"0.600  1"}}));
  CHECK_FALSE(is_true_for({{"a    b"}}));
  CHECK_FALSE(is_true_for({{"a    c"}, {"0.500  1"}}));
}

}  // namespace attn

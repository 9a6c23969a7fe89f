#include "render/printed_sums.hpp"

#include <doctest/doctest.h>

#include <limits>

namespace attn {

namespace {

std::vector<std::string> texts(const std::vector<std::vector<double>>& rows, int decimals,
                               std::string_view name = "weights") {
  Matrix<double> values = xt::empty<double>({rows.size(), rows[0].size()});
  for (std::size_t i = 0; i < rows.size(); ++i)
    for (std::size_t j = 0; j < rows[0].size(); ++j) values(i, j) = rows[i][j];
  const Axes axes{{"query", rows.size()}, {"key", rows[0].size()}};
  return rows_that_do_not_add_up({"weights", name, {}, "normalise", "", {}, axes, values, ""},
                                 decimals_for(values, decimals), {.index_from = 1});
}

}  // namespace

TEST_CASE("a row whose digits do not add up to 1 is named") {
  // Thirds: 0.333 · 3; and two sixths and two thirds, 0.167 + 0.167 + 0.667.
  const auto found = texts({{1.0 / 3, 1.0 / 3, 1.0 / 3}, {0.25, 0.25, 0.5}, {1.0 / 6, 1.0 / 6, 2.0 / 3}}, 3);
  REQUIRE(found.size() == 2);
  CHECK(found[0] == "the printed numbers of row 1 add up to 0.999; without rounding, to 1");
  CHECK(found[1] == "the printed numbers of row 3 add up to 1.001; without rounding, to 1");
}

TEST_CASE("of many such rows four are named, and the others counted") {
  const std::vector<double> thirds{1.0 / 3, 1.0 / 3, 1.0 / 3};
  const auto found = texts({thirds, thirds, {0.5, 0.25, 0.25}, thirds, thirds, thirds, thirds}, 3);
  REQUIRE(found.size() == 5);
  CHECK(found[3] == "the printed numbers of row 5 add up to 0.999; without rounding, to 1");
  CHECK(found[4] == "the printed numbers of 2 more rows do not add up to 1 either");
}

TEST_CASE("what was rounded before it was printed did not lose anything by that") {
  CHECK(texts({{0.33, 0.33, 0.33}}, 2) ==
        std::vector<std::string>{"the printed numbers of row 1 add up to 0.99, because each one is rounded"});
}

TEST_CASE("without decimals too") {
  // 0 + 0, for 0.5 is rounded to even; and 3e-01 three times, where 0 would be all that is seen.
  CHECK(texts({{0.6, 0.4}, {0.5, 0.5}}, 0) ==
        std::vector<std::string>{"the printed numbers of row 2 add up to 0; without rounding, to 1"});
  CHECK(texts({{0.3, 0.3, 0.4}}, 0).empty());
  CHECK(texts({{1.0 / 3, 1.0 / 3, 1.0 / 3}}, 0) ==
        std::vector<std::string>{"the printed numbers of row 1 add up to 0.9; without rounding, to 1"});
}

TEST_CASE("rows without a visible key, NaN, and other steps say nothing") {
  CHECK(texts({{0, 0, 0}}, 3).empty());
  CHECK(texts({{std::numeric_limits<double>::quiet_NaN(), 0.5, 0.5}}, 3).empty());
  CHECK(texts({{1.0 / 3, 1.0 / 3, 1.0 / 3}}, 3, "exp").empty());
}

}  // namespace attn

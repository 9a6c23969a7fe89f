#include "render/elision.hpp"

#include <doctest/doctest.h>

#include <algorithm>

#include "render/samples.hpp"

namespace attn {

using samples::counting;
using samples::step_text;

namespace {

const RenderOptions integers{.decimals = {.count = 0}};

std::size_t lines(const std::string& text) {
  return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
}

bool cut(const std::string& text) {
  return text.find("left out") != std::string::npos;
}

}  // namespace

TEST_CASE("shown indices") {
  using Indices = std::vector<std::size_t>;
  CHECK(shown_indices(0, 5) == Indices{});
  CHECK(shown_indices(5, 5) == Indices{0, 1, 2, 3, 4});
  CHECK(shown_indices(6, 5) == Indices{0, 1, gap, 4, 5});
  CHECK(shown_indices(100, 4) == Indices{0, 1, gap, 99});
  CHECK(shown_indices(3, gap) == Indices{0, 1, 2});
  CHECK(left_out(6, shown_indices(6, 5)) == 2);
  CHECK(left_out(5, shown_indices(5, 5)) == 0);
}

TEST_CASE("up to 12 rows are shown whole") {
  for (const std::size_t rows : {11U, 12U}) {
    const auto text = step_text(counting(rows, 2), integers);
    CHECK(lines(text) == 2 + rows);
    CHECK_FALSE(cut(text));
  }
}

TEST_CASE("13 rows are cut") {
  CHECK(step_text(counting(13, 2), integers) ==
        "scores  [13 query × 2 key]\n"
        "       0   1\n"
        "   0   0   1\n"
        "   1   2   3\n"
        "   2   4   5\n"
        "   3   6   7\n"
        "   4   8   9\n"
        "   5  10  11\n"
        "  …    …   …\n"
        "   8  16  17\n"
        "   9  18  19\n"
        "  10  20  21\n"
        "  11  22  23\n"
        "  12  24  25\n"
        "  … 2 of 13 rows left out; --full shows all\n");
}

TEST_CASE("up to 10 columns are shown whole, 11 are cut") {
  CHECK(step_text(counting(1, 10), integers) ==
        "scores  [1 query × 10 key]\n"
        "     0  1  2  3  4  5  6  7  8  9\n"
        "  0  0  1  2  3  4  5  6  7  8  9\n");
  CHECK(step_text(counting(1, 11), integers) ==
        "scores  [1 query × 11 key]\n"
        "      0   1   2   3   4  …   7   8   9  10\n"
        "  0   0   1   2   3   4  …   7   8   9  10\n"
        "  … 2 of 11 columns left out; --full shows all\n");
}

TEST_CASE("rows and columns are cut together") {
  const auto text = step_text(counting(1024, 1024), integers);
  CHECK(lines(text) == 2 + 12 + 1);
  CHECK(text.ends_with("  … 1013 of 1024 rows and 1015 of 1024 columns left out; --full shows all\n"));
  CHECK(text.find("\n  …           …        …") != std::string::npos);
}

TEST_CASE("rank 1 is cut as rows are") {
  samples::Sample lse{"lse", {{"query", 13}}, std::vector<double>(13, 1.0)};
  const auto text = step_text(lse, integers);
  CHECK(lines(text) == 1 + 12 + 1);
  CHECK(text.ends_with("  12  1\n  … 2 of 13 rows left out; --full shows all\n"));
}

TEST_CASE("full shows all") {
  const auto text = step_text(counting(100, 30), {.decimals = {.count = 0}, .full = true});
  CHECK(lines(text) == 2 + 100);
  CHECK(text.find("…") == std::string::npos);
  CHECK(text.ends_with(" 2998  2999\n"));
}

TEST_CASE("only what is shown widens the columns") {
  auto step = counting(1, 20);
  step.values[10] = 123456;
  CHECK(step_text(step, integers).find("  0   0   1   2   3   4  …  16  17  18  19\n") != std::string::npos);
}

}  // namespace attn

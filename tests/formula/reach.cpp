#include "formula/reach.hpp"

#include <doctest/doctest.h>

#include "formula/build.hpp"

namespace attn {

using namespace formula;

namespace {

/// What the cells [1:3, 2:5] come from.
std::vector<std::optional<Cells>> reached(const Formula& formula, std::size_t operands = 3) {
  return reach_of(formula, {{1, 3}, {2, 5}}, operands);
}

}  // namespace

TEST_CASE("reach: cell by cell, and one number per row or column") {
  const auto found = reached(of(Kind::plus, of(Kind::times, whole(0), per_row(1)), per_column(2)));
  CHECK(found[0] == Cells{{1, 3}, {2, 5}});
  CHECK(found[1] == Cells{{1, 3}, {0, 1}});
  CHECK(found[2] == Cells{{2, 5}, {0, 1}});
}

TEST_CASE("reach: a product has whole rows of one and whole columns of the other, and the mask's rows") {
  const auto scores = reached(matmul(whole(0), transposed(whole(1)), 7), 2);
  CHECK(scores[0] == Cells{{1, 3}, {0, 7}});
  CHECK(scores[1] == Cells{{2, 5}, {0, 7}});
  Formula average = matmul(whole(0), whole(1), 7);
  average.mask = 2;
  const auto context = reached(average);
  CHECK(context[0] == Cells{{1, 3}, {0, 7}});
  CHECK(context[1] == Cells{{0, 7}, {2, 5}});
  CHECK(context[2] == Cells{{1, 3}, {0, 7}});
}

TEST_CASE("reach: over a row; an operand that stands there twice is reached as far as either") {
  Formula sum = of(Kind::row_sum, whole(0));
  sum.length = 9;
  const auto found = reached(of(Kind::minus, whole(0), sum));
  CHECK(found[0] == Cells{{1, 3}, {0, 9}});
  CHECK(found[1] == std::nullopt);
}

TEST_CASE("reach: of parts side by side or below each other, those that the cells lie in") {
  const auto parts = [](Kind kind) {
    Formula formula;
    formula.kind = kind;
    for (std::size_t i = 0; i < 3; ++i) {
      formula.terms.push_back(whole(i));
      formula.terms.back().length = 2;
    }
    return formula;
  };
  const auto beside = reached(parts(Kind::beside));  // columns 2 to 4
  CHECK(beside[0] == std::nullopt);
  CHECK(beside[1] == Cells{{1, 3}, {0, 2}});
  CHECK(beside[2] == Cells{{1, 3}, {0, 1}});
  const auto below = reached(parts(Kind::below));  // rows 1 and 2
  CHECK(below[0] == Cells{{1, 2}, {2, 5}});
  CHECK(below[1] == Cells{{0, 1}, {2, 5}});
  CHECK(below[2] == std::nullopt);
}

TEST_CASE("reach: of no cells, and of words, nothing") {
  CHECK(reach_of(whole(0), {{1, 1}, {0, 4}}, 1)[0] == std::nullopt);
  CHECK(reached(words("given"))[0] == std::nullopt);
}

}  // namespace attn

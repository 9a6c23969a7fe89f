#include "render/printed_width.hpp"

#include <doctest/doctest.h>

namespace attn {

TEST_CASE("widths are counted in digits") {
  CHECK(printed_width("0.1234") == 6);
  CHECK(printed_width("\\text{ab}") == 2);
  CHECK(printed_width("\\frac{1}{2}") == 3);
  CHECK(printed_width("1 + 2") == 4);
}

TEST_CASE("a matrix is as wide as its widest row") {
  // Brackets, and two digits for the space between columns.
  CHECK(printed_width("\\begin{bmatrix} 1 & 22 \\end{bmatrix}") == 7);
  CHECK(printed_width("\\begin{bmatrix} 1 \\\\ 333 \\\\ 22 \\end{bmatrix}") == 5);
  CHECK(printed_width("0.5 \\begin{bmatrix} 1 \\cr 22 \\end{bmatrix}") == 7);
}

}  // namespace attn

#include "render/printed_width.hpp"

#include <doctest/doctest.h>

namespace attn {

TEST_CASE("widths are counted in digits") {
  CHECK(printed_width("0.1234") == 6);
  CHECK(printed_width("\\text{ab}") == 2);
  CHECK(printed_width("\\frac{1}{2}") == 1);
  CHECK(printed_width("\\frac{1}{234} + 1") == 7);
  CHECK(printed_width("1 + 2") == 5);
}

TEST_CASE("indices and exponents are smaller, and stand above each other") {
  // Ten digits at 0.7 of their size.
  CHECK(printed_width("x_{1234567890}") == 8);
  CHECK(printed_width("x^{12345}_{1234567890}") == 8);
  CHECK(printed_width("x_1 + y_{2}") == 6);
  CHECK(printed_width("x_{\\text{ab}} ") == 3);
}

TEST_CASE("a formula that is cut off has the width of what is there") {
  CHECK(printed_width("\\frac{1}") == 1);
  CHECK(printed_width("\\begin{bmatrix} 1 & 2") == 6);
  CHECK(printed_width("\\begin") == 2);
  CHECK(printed_width("a}b") == 1);
  CHECK(printed_width("x_") == 1);
  CHECK(printed_width("\\\\") == 0);
}

TEST_CASE("a matrix is as wide as its widest row") {
  // Brackets, and two digits for the space between columns.
  CHECK(printed_width("\\begin{bmatrix} 1 & 22 \\end{bmatrix}") == 7);
  CHECK(printed_width("\\begin{bmatrix} 1 \\\\ 333 \\\\ 22 \\end{bmatrix}") == 5);
  CHECK(printed_width("0.5 \\begin{bmatrix} 1 \\cr 22 \\end{bmatrix}") == 7);
}

}  // namespace attn

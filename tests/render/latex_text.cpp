#include "render/latex/text.hpp"

#include <doctest/doctest.h>

#include <limits>

namespace attn {

TEST_CASE("text is itself in LaTeX") {
  CHECK(latex_text("50% of $x_1 & #2") == "50\\% of \\$x\\_1 \\& \\#2");
  CHECK(latex_text("\\input{a}~^") == "\\textbackslash{}input\\{a\\}\\textasciitilde{}\\textasciicircum{}");
  CHECK(latex_text("a--b,,''") == "a-\\kern0pt-b,\\kern0pt,'\\kern0pt'");  // no dash, no quotation marks
  CHECK(latex_text("a\nb\x1b") == "a\\textbackslash{}nb\\textbackslash{}x1b");
}

TEST_CASE("what an engine may not have goes with its number") {
  CHECK(latex_text("é ß") == "é ß");
  CHECK(latex_text("字") == "\\attnchar{5B57}{字}");
  CHECK(latex_text("😀") == "\\attnchar{1F600}{😀}");
  CHECK(latex_text("1/√2 · x") == "1/\\ensuremath{\\surd}2 \\ensuremath{\\cdot} x");
  CHECK(katex_text("字 {_}$") == "字 \\textbraceleft{}\\textunderscore{}\\textbraceright{}\\textdollar{}");
}

TEST_CASE("words of ours have formulas in them") {
  CHECK(latex_words("2 query × 3 d_k, d_model 4 é") ==
        "2 query \\ensuremath{\\times} 3 $d_k$, $d_{\\text{model}}$ 4 é");
}

TEST_CASE("numbers in math mode") {
  constexpr double inf = std::numeric_limits<double>::infinity();
  CHECK(latex_number(-inf, {4}) == "-\\infty");
  CHECK(latex_number(inf, {4}) == "\\infty");
  CHECK(latex_number(std::numeric_limits<double>::quiet_NaN(), {4}) == "\\text{NaN}");
  CHECK(latex_number(-0.5, {3}) == "-0.500");
  CHECK(latex_number(1.5e-10, {1, true}) == "1.5 \\times 10^{-10}");
  CHECK(latex_number(2e7, {0, true}) == "2 \\times 10^{7}");
  CHECK(latex_number(0, {1, true}) == "0.0");
  CHECK(latex_number(-2.5, {1, true}) == "-2.5");
  CHECK(latex_number(-1e22, {0, true}) == "-10^{22}");
  CHECK(latex_number(1e100, {1, true}) == "1.0 \\times 10^{100}");
  CHECK(latex_number(1e-7) == "10^{-7}");
  CHECK(latex_number(2.5e-10) == "2.5 \\times 10^{-10}");
  CHECK(latex_number(0.125) == "0.125");
}

}  // namespace attn

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

TEST_CASE("a Greek letter that stands alone is one of mathematics") {
  CHECK(latex_text("α") == "\\ensuremath{\\alpha}");
  CHECK(latex_text("head1.Σ: θ_2") == "head1.\\ensuremath{\\Sigma}: \\ensuremath{\\theta}\\_2");
  CHECK(latex_text("ab β") == "ab \\ensuremath{\\beta}");
  CHECK(latex_text("αβ") == "\\attnchar{03B1}{α}\\attnchar{03B2}{β}");
  CHECK(latex_text("xα") == "x\\attnchar{03B1}{α}");
  CHECK(katex_text("α") == "α");
}

TEST_CASE("lines may end within very long words, behind signs and now and then") {
  const std::string word = "the_whole_of_a_long_title";
  CHECK(latex_text("a " + word + " b_c") ==
        "a "
        "the\\_\\allowbreak{}whole\\_\\allowbreak{}of\\_\\allowbreak{}a\\_\\allowbreak{}long\\_\\allowbreak{}"
        "title b\\_c");
  CHECK(latex_text("the_whole_of_a_title") == "the\\_whole\\_of\\_a\\_title");
  CHECK(latex_text(std::string(33, 'x')) ==
        std::string(16, 'x') + "\\allowbreak{}" + std::string(16, 'x') + "\\allowbreak{}x");
  CHECK(katex_text(word).find("allowbreak") == std::string::npos);
  CHECK(ragged(latex_text(word)) == "\\raggedright ");
  CHECK(ragged(latex_text("the whole of a long title")).empty());
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

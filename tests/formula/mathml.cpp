#include "formula/mathml.hpp"

#include <doctest/doctest.h>

#include <array>
#include <pugixml.hpp>

#include "formula/build.hpp"

namespace attn {

using namespace formula;

namespace {

/// Operands are called a, b, c.
std::string mathml(const Formula& formula) {
  return mathml_of(formula,
                   [](std::size_t operand) { return std::string("<mi>") + "abc"[operand] + "</mi>"; });
}

/// A concatenation of so many operands.
Formula parts(Kind kind, std::size_t count) {
  Formula formula;
  formula.kind = kind;
  for (std::size_t i = 0; i < count; ++i) formula.terms.push_back(whole(i % 3));
  return formula;
}

}  // namespace

TEST_CASE("mathml: products, quotients, exponentials") {
  CHECK(mathml(matmul(whole(0), transposed(whole(1)), 2)) ==
        "<mrow><mi>a</mi><mo>\u2062</mo><msup><mi>b</mi><mo>⊤</mo></msup></mrow>");
  CHECK(mathml(over(whole(0), per_row(1))) == "<mfrac><mi>a</mi><mi>b</mi></mfrac>");
  CHECK(mathml(exp(minus(whole(0), per_row(1)))) ==
        "<msup><mi>e</mi><mrow><mrow><mi>a</mi><mo>−</mo><mi>b</mi></mrow></mrow></msup>");
  CHECK(mathml(reduced(Kind::row_max, whole(0), 3)) ==
        "<mrow><munder><mo>max</mo><mi>key</mi></munder><mi>a</mi></mrow>");
}

TEST_CASE("mathml: a sum inside a product is in brackets, a product inside a sum is not") {
  CHECK(mathml(times(plus(whole(0), whole(1)), whole(2))) ==
        "<mrow><mrow><mo>(</mo><mrow><mi>a</mi><mo>+</mo><mi>b</mi></mrow><mo>)</mo></mrow>"
        "<mo>·</mo><mi>c</mi></mrow>");
  CHECK(mathml(plus(times(whole(0), whole(1)), whole(2))) ==
        "<mrow><mrow><mi>a</mi><mo>·</mo><mi>b</mi></mrow><mo>+</mo><mi>c</mi></mrow>");
  CHECK(mathml(minus(whole(0), minus(whole(1), whole(2)))) ==
        "<mrow><mi>a</mi><mo>−</mo><mrow><mo>(</mo><mrow><mi>b</mi><mo>−</mo><mi>c</mi></mrow><mo>)</mo></"
        "mrow></mrow>");
}

TEST_CASE("mathml: what a number is stands beside the equation, once") {
  const Formula c = number(2, "c");
  const Formula capped = times(c, tanh(over(whole(0), c)));
  CHECK(mathml(capped) ==
        "<mrow><mi>c</mi><mo>·</mo><mrow><mi>tanh</mi><mo>\u2061</mo><mrow><mo>(</mo>"
        "<mfrac><mi>a</mi><mi>c</mi></mfrac><mo>)</mo></mrow></mrow></mrow>");
  CHECK(definitions_in(capped) == std::vector<std::string>{"c = 2"});
  CHECK(definitions_in(number(0.5, "scale", "1/√4")) == std::vector<std::string>{"scale = 1/√4 = 0.5"});
  CHECK(definitions_in(whole(0)).empty());
}

TEST_CASE("mathml: many parts are cut") {
  const auto count = [](const std::string& text, std::string_view part) {
    std::size_t found = 0;
    for (auto at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++found;
    return found;
  };
  CHECK(count(mathml(parts(Kind::beside, 3)), "<mtd>") == 3);
  CHECK(count(mathml(parts(Kind::beside, 9)), "<mtd>") == 4);
  CHECK(mathml(parts(Kind::beside, 9)).find("<mo>…</mo>") != std::string::npos);
  CHECK(count(mathml(parts(Kind::below, 9)), "<mtr>") == 4);
  CHECK(mathml(parts(Kind::below, 1)) == "<mi>a</mi>");
}

TEST_CASE("mathml: symbols, and text from outside") {
  CHECK(mathml_symbol("S", "scaled", false) == "<msub><mi>S</mi><mi>scaled</mi></msub>");
  CHECK(mathml_symbol("O", "", true) == "<mover accent=\"true\"><mi>O</mi><mo>~</mo></mover>");
  CHECK(mathml_symbol("<b>&", "", false) == "<mi>&lt;b&gt;&amp;</mi>");
  CHECK(mathml(words("0 < 1")) == "<mtext>0 &lt; 1</mtext>");
}

TEST_CASE("mathml: every kind is well-formed") {
  const std::array formulas{words("given"),
                            whole(0),
                            transposed(whole(0)),
                            matmul(whole(0), whole(1), 2),
                            ln(plus(whole(0), whole(1))),
                            larger(whole(0), whole(1)),
                            reduced(Kind::row_sum, minus(whole(0), whole(1)), 2),
                            parts(Kind::beside, 5),
                            parts(Kind::below, 2)};
  for (const Formula& formula : formulas) {
    pugi::xml_document document;
    const std::string text = "<math>" + mathml(formula) + "</math>";
    CAPTURE(text);
    CHECK(document.load_string(text.c_str()));
  }
}

}  // namespace attn

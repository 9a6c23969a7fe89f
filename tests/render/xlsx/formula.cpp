#include "render/xlsx/formula.hpp"

#include <doctest/doctest.h>

#include "formula/build.hpp"
#include "render/xlsx/at.hpp"

namespace attn::xlsx {

using namespace attn::formula;

namespace {

Formula masked(std::size_t length) {
  Formula sum = matmul(whole(0), whole(1), length);
  sum.mask = 2;
  return sum;
}

}  // namespace

TEST_CASE("xlsx: products of matrices") {
  const std::vector<Sheet> sheets{sheet("Q", 2, 3), sheet("K", 4, 3)};
  CHECK(at(matmul(whole(0), transposed(whole(1)), 3), sheets, 1, 2) == "=SUMPRODUCT('Q'!B6:D6*'K'!B7:D7)");
  const std::vector<Sheet> x_w{sheet("X", 2, 3), sheet("W", 3, 4), sheet("b", 4, 1)};
  CHECK(at(plus(matmul(whole(0), whole(1), 3), per_column(2)), x_w, 1, 3) ==
        "=SUM(MMULT('X'!B6:D6,'W'!E5:E7))+'b'!B8");
  CHECK(at(matmul(whole(0), whole(1), 1), {sheet("X", 1, 1), sheet("W", 1, 1)}, 0, 0) == "='X'!B5*'W'!B5");
  CHECK(at(matmul(whole(0), whole(1), 0), {sheet("X", 1, 0), sheet("W", 0, 1)}, 0, 0) == "=0");
}

TEST_CASE("xlsx: hidden keys are left out, one by one or as an array") {
  const std::vector<Sheet> two{sheet("A", 1, 2), sheet("V", 2, 1), sheet("mask", 1, 2)};
  CHECK(at(masked(2), two, 0, 0) ==
        "=IF('mask'!B5=\"-inf\",0,'A'!B5*'V'!B5)+IF('mask'!C5=\"-inf\",0,'A'!C5*'V'!B6)");
  auto empty_is_nan = context(two, EmptyRow::nan);
  empty_is_nan.masks.push_back({Block(two[2], 0, 0), 2});
  CHECK(at(masked(2), empty_is_nan, 0, 0).starts_with("=IF(COUNTIF('mask'!B5:C5,\"-inf\")=2,NA(),IF("));
  const std::vector<Sheet> many{sheet("A", 1, 51), sheet("V", 51, 1), sheet("mask", 1, 51)};
  CHECK(at(masked(51), many, 0, 0) ==
        "{=SUM(IF('mask'!B5:AZ5=\"-inf\",0,'A'!B5:AZ5*TRANSPOSE('V'!B5:B55)))}");
}

TEST_CASE("xlsx: -inf is a text that formulas ask for") {
  std::vector<Sheet> sheets{sheet("scaled", 1, 2), sheet("mask", 1, 2)};
  CHECK(at(plus(whole(0), whole(1)), sheets, 0, 1) == "='scaled'!C5+'mask'!C5");
  sheets[1].may_hold_lowest = true;
  CHECK(at(plus(whole(0), whole(1)), sheets, 0, 1) ==
        "=IF('mask'!C5=\"-inf\",\"-inf\",'scaled'!C5+'mask'!C5)");
  // The mask is asked first: what it hides may be an error.
  sheets[0].may_hold_lowest = true;
  CHECK(at(plus(whole(0), whole(1)), sheets, 0, 1) ==
        "=IF('mask'!C5=\"-inf\",\"-inf\",IF('scaled'!C5=\"-inf\",\"-inf\",'scaled'!C5+'mask'!C5))");

  std::vector<Sheet> scores{sheet("x", 2, 2), sheet("m", 2, 1)};
  scores[0].may_hold_lowest = true;
  CHECK(at(formula::exp(minus(whole(0), per_row(1))), scores, 1, 1) ==
        "=IF('x'!C6=\"-inf\",0,EXP('x'!C6-'m'!B6))");
  CHECK(at(formula::tanh(whole(0)), scores, 0, 0) == "=IF('x'!B5=\"-inf\",-1,TANH('x'!B5))");
  CHECK(at(reduced(Kind::row_max, whole(0), 2), scores, 0, 0) ==
        "=IF(COUNTIF('x'!B5:C5,\"-inf\")=2,\"-inf\",MAX('x'!B5:C5))");
  CHECK(at(reduced(Kind::row_max, whole(0), 0), scores, 0, 0) == "=IF(TRUE,\"-inf\",0)");
  CHECK(at(times(whole(0), number(0.5, "scale")), scores, 0, 0) ==
        "=IF(AND('x'!B5=\"-inf\",scale>0),\"-inf\",'x'!B5*scale)");
  // A reader may type other texts, which MAX passes over.
  scores[0].is_typed = true;
  CHECK(at(reduced(Kind::row_max, whole(0), 2), scores, 0, 0) ==
        "=IF(COUNT('x'!B5:C5)+COUNTIF('x'!B5:C5,\"-inf\")<2,NA(),"
        "IF(COUNTIF('x'!B5:C5,\"-inf\")=2,\"-inf\",MAX('x'!B5:C5)))");
}

TEST_CASE("xlsx: rows that see no key are those that all masks hide") {
  const std::vector<Sheet> sheets{sheet("exp", 1, 2), sheet("l", 1, 1)};
  const std::vector<Sheet> masks{sheet("mask", 1, 2), sheet("other", 1, 1)};
  const Formula quotient = over(whole(0), per_row(1));
  const Formula logarithm = formula::ln(whole(1));
  auto zero = context(sheets);
  auto nan = context(sheets, EmptyRow::nan);

  // None hides anything: 0 / 0 is an error.
  CHECK(at(quotient, zero, 0, 1) == "='exp'!C5/'l'!B5");
  CHECK(at(logarithm, nan, 0, 0) == "=IF('l'!B5=0,\"-inf\",LN('l'!B5))");

  zero.masks = nan.masks = {{Block(masks[0], 0, 0), 2}};
  CHECK(at(quotient, zero, 0, 1) == "=IF(COUNTIF('mask'!B5:C5,\"-inf\")=2,0,'exp'!C5/'l'!B5)");
  CHECK(at(quotient, nan, 0, 1) == "=IF(COUNTIF('mask'!B5:C5,\"-inf\")=2,NA(),'exp'!C5/'l'!B5)");
  CHECK(at(logarithm, zero, 0, 0) == "=IF('l'!B5=0,\"-inf\",LN('l'!B5))");
  CHECK(at(logarithm, nan, 0, 0) ==
        "=IF(COUNTIF('mask'!B5:C5,\"-inf\")=2,NA(),IF('l'!B5=0,\"-inf\",LN('l'!B5)))");

  // Two tiles.
  zero.masks.push_back({Block(masks[1], 0, 0), 1});
  CHECK(at(quotient, zero, 0, 1) ==
        "=IF(AND(COUNTIF('mask'!B5:C5,\"-inf\")=2,'other'!B5=\"-inf\"),0,'exp'!C5/'l'!B5)");

  // Tiles that hide all have no sheet.
  zero.masks.clear();
  zero.empty_rows = {0};
  CHECK(at(quotient, zero, 0, 1) == "=IF(TRUE,0,'exp'!C5/'l'!B5)");
}

TEST_CASE("xlsx: rounding by hand") {
  const std::vector<Sheet> sheets{sheet("x", 1, 1)};
  const auto rounded = [&](DecimalRounding ties) {
    auto by_hand = context(sheets);
    by_hand.rounded_to = DecimalPlaces{2, ties};
    return at(whole(0), by_hand, 0, 0);
  };
  CHECK(rounded(DecimalRounding::half_up) == "=ROUND('x'!B5,2)");
  CHECK(rounded(DecimalRounding::cut_off) == "=TRUNC(ROUND(('x'!B5)*10^2,8))/10^2");
  CHECK(
      rounded(DecimalRounding::half_even) ==
      "=IF(MOD(ABS(ROUND(('x'!B5)*10^2,8)),1)=0.5,2*ROUND(ROUND(('x'!B5)*10^2,8)/2,0)/10^2,ROUND('x'!B5,2))");
}

TEST_CASE("xlsx: parts below and beside each other") {
  const auto part = [](std::size_t operand, std::size_t length) {
    Formula formula = whole(operand);
    formula.length = length;
    return formula;
  };
  const std::vector<Sheet> sheets{sheet("a", 2, 3), sheet("b", 2, 3)};
  Formula beside = formula::of(Kind::beside, part(0, 3), part(1, 3));
  CHECK(at(beside, sheets, 1, 2) == "='a'!D6");
  CHECK(at(beside, sheets, 1, 4) == "='b'!C6");
  Formula below = formula::of(Kind::below, part(0, 2), part(1, 2));
  CHECK(at(below, sheets, 3, 2) == "='b'!D6");
}

TEST_CASE("xlsx: blocks, transposed sheets, rows that are not shown") {
  Sheet k = sheet("K", 6, 2);
  CHECK(Block(k, 2, 1).row(1, 1)->text == "'K'!C8");
  CHECK(Block(k, 2, 0).row(0, 2)->text == "'K'!B7:C7");
  k.is_transposed = true;
  CHECK(Block(k, 2, 0).row(0, 2)->text == "'K'!D5:D6");
  CHECK(Block(k, 2, 0).row(0, 2)->is_upright);

  Sheet some = sheet("weights", 3, 4);
  some.rows = {2, 5};
  CHECK(Block(some, 0, 0).cell(2, 0)->text == "'weights'!B5");
  CHECK_FALSE(Block(some, 0, 0).cell(1, 0));
  CHECK_FALSE(Block(some, 0, 0).cell(5, 0));
  CHECK(at(whole(0), {some}, 1, 0) == "nothing");
  CHECK(at(words("given"), std::vector<Sheet>{}, 0, 0) == "nothing");
}

}  // namespace attn::xlsx

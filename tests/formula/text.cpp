// Equations in print: those of operations, with tokens as rows and as columns.
#include <doctest/doctest.h>

#include <string>

#include "attn/formula.hpp"
#include "formula/build.hpp"

namespace attn {

using formula::exp;
using formula::larger;
using formula::ln;
using formula::matmul;
using formula::minus;
using formula::number;
using formula::of;
using formula::over;
using formula::per_column;
using formula::per_row;
using formula::plus;
using formula::reduced;
using formula::times;
using formula::transposed;
using formula::whole;
using formula::words;
using Kind = Formula::Kind;

namespace {

/// The operands are A, B, C, ...
std::string text(const Formula& formula) {
  return text_of(formula,
                 [](std::size_t operand) { return std::string(1, static_cast<char>('A' + operand)); });
}

/// Of so many operands, each of the length `size`.
Formula joined(Kind kind, std::size_t count, std::size_t size) {
  Formula formula;
  formula.kind = kind;
  for (std::size_t i = 0; i < count; ++i) {
    formula.terms.push_back(whole(i));
    formula.terms.back().length = size;
  }
  return formula;
}

}  // namespace

TEST_CASE("text_of: every kind of formula") {
  CHECK(text(words("given")) == "given");
  CHECK(text(whole(1)) == "B");
  CHECK(text(matmul(whole(0), transposed(whole(1)), 2)) == "A · Bᵀ");
  CHECK(text(plus(matmul(whole(0), whole(1), 2), per_column(2))) == "A · B + C");
  CHECK(text(over(whole(0), per_row(1))) == "A / B");
  CHECK(text(exp(minus(whole(0), per_row(1)))) == "exp(A - B)");
  CHECK(text(plus(whole(0), ln(whole(1)))) == "A + ln B");
  CHECK(text(larger(whole(0), whole(1))) == "max(A, B)");
  CHECK(text(reduced(Kind::row_max, whole(0), 4)) == "max over keys of A");
  CHECK(text(reduced(Kind::row_sum, whole(0), 4)) == "sum over keys of A");
}

TEST_CASE("text_of: what a number is stands behind the equation, once") {
  CHECK(text(times(whole(0), number(0.5, "scale", "1/√d_k = 1/√4"))) ==
        "A · scale, scale = 1/√d_k = 1/√4 = 0.5");
  const Formula c = number(50, "c");
  CHECK(text(times(c, formula::tanh(over(whole(0), c)))) == "c · tanh(A / c), c = 50");
}

TEST_CASE("text_of: parts side by side and below each other; of more than four the middle is left out") {
  CHECK(text(joined(Kind::beside, 1, 2)) == "A");
  CHECK(text(joined(Kind::beside, 2, 2)) == "[A, B]");
  CHECK(text(joined(Kind::below, 4, 2)) == "[A; B; C; D]");
  CHECK(text(joined(Kind::below, 6, 2)) == "[A; B; …; F]");
}

TEST_CASE("in_columns: every symbol stands for the transposed matrix") {
  // (Q Kᵀ)ᵀ = K Qᵀ, which with K and Q for their transposed matrices is Kᵀ Q.
  CHECK(text(in_columns(matmul(whole(0), transposed(whole(1)), 2))) == "Bᵀ · A");
  // (x W + b)ᵀ = Wᵀ xᵀ + b.
  const Formula linear = in_columns(plus(matmul(whole(0), whole(1), 2), per_column(2)));
  CHECK(text(linear) == "B · A + C");
  CHECK(linear.terms[1].kind == Kind::per_row);
  CHECK(in_columns(over(whole(0), per_row(1))).terms[1].kind == Kind::per_column);
  CHECK(text(in_columns(joined(Kind::beside, 2, 2))) == "[A; B]");
  CHECK(text(in_columns(joined(Kind::below, 2, 2))) == "[A, B]");
  // Twice is not at all.
  CHECK(text(in_columns(in_columns(matmul(whole(0), transposed(whole(1)), 2)))) == "A · Bᵀ");
}

}  // namespace attn

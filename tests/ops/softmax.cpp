// Operations of the softmax, A V and the online softmax; what a formula calls its operands; the table.
#include <doctest/doctest.h>

#include <cmath>
#include <set>

#include "ops/support.hpp"

namespace attn {

using computed::formula_of;
using computed::given;
using computed::given_column;
using computed::inf;
using computed::nan;
using computed::result_of;
using computed::text_of;
using computed::values_of;

namespace {

const attribute::EmptyRows none{{}, EmptyRow::zero};

/// e^x as T computes it.
template <class T>
double exp_of(double x) {
  return static_cast<double>(std::exp(static_cast<T>(x)));
}

/// The rounding error that one operation may have.
template <class T>
constexpr double one_rounding = std::is_same_v<T, double> ? 2.3e-16 : 1.2e-7;

}  // namespace

TEST_CASE_TEMPLATE("row_max: the largest of each row; -inf for an empty one, NaN where one is", T, double,
                   float) {
  const Ref max = result_of<T>(
      op::row_max, {given<T>("masked", {{1, 3, 2}, {-inf, -inf, -inf}, {1, nan, 2}, {nan, 1, inf}})});
  CHECK(text_of<T>(max) == "[[3], [-inf], [nan], [nan]]");
  CHECK(max->axes == Axes{{"query", 4}});
  CHECK(formula_of(max) == "max over keys of masked");
  const auto no_keys = given<T>("masked", {{}, {}}, {{"query", 2}, {"key", 0}});
  CHECK(text_of<T>(result_of<T>(op::row_max, {no_keys})) == "[[-inf], [-inf]]");
}

TEST_CASE_TEMPLATE("row_sum: from left to right", T, double, float) {
  // 1 is lost beside 2^60, in double as in float: (2^60 + 1) - 2^60 is 0, 2^60 - 2^60 + 1 is 1.
  const double big = 1152921504606846976;
  const Ref sum = result_of<T>(op::row_sum, {given<T>("exp", {{1, 2, 3}, {big, 1, -big}, {big, -big, 1}})});
  CHECK(text_of<T>(sum) == "[[6], [0], [1]]");
  CHECK(sum->axes == Axes{{"query", 3}});
  CHECK(formula_of(sum) == "sum over keys of exp");
  const auto no_keys = given<T>("exp", {{}}, {{"query", 1}, {"key", 0}});
  CHECK(text_of<T>(result_of<T>(op::row_sum, {no_keys})) == "[[0]]");
}

TEST_CASE_TEMPLATE("subtract: minus the row maximum; -inf stays -inf", T, double, float) {
  const Ref x = given<T>("masked", {{1, 3}, {-inf, 2}, {-inf, -inf}, {inf, 1}, {nan, -inf}});
  const Ref m = given_column<T>("row_max", {3, 2, -inf, inf, nan});
  const Ref shifted = result_of<T>(op::subtract, {x, m});
  // inf - inf is NaN: a visible +inf has no weight that could be computed. A hidden key stays hidden.
  CHECK(text_of<T>(shifted).substr(0, 32) == "[[-2, 0], [-inf, 0], [-inf, -inf");
  const Matrix<T>& values = values_of<T>(shifted);
  CHECK(std::isnan(values(3, 0)));
  CHECK(values(3, 1) == -std::numeric_limits<T>::infinity());
  CHECK(std::isnan(values(4, 0)));
  CHECK(values(4, 1) == -std::numeric_limits<T>::infinity());
  CHECK(formula_of(shifted) == "masked - row_max");
}

TEST_CASE_TEMPLATE("exp: of one operand, e^-inf is 0", T, double, float) {
  const Ref e = result_of<T>(op::exp, {given<T>("shifted", {{0, -inf, 1, inf}})});
  CHECK(values_of<T>(e)(0, 0) == T{1});
  CHECK(values_of<T>(e)(0, 1) == T{0});
  CHECK(static_cast<double>(values_of<T>(e)(0, 2)) == doctest::Approx(exp_of<T>(1)).epsilon(one_rounding<T>));
  CHECK(std::isinf(values_of<T>(e)(0, 3)));
  CHECK(formula_of(e) == "exp(shifted)");
}

TEST_CASE_TEMPLATE("exp: of two operands, exp(x - m)", T, double, float) {
  const Ref x = given<T>("scaled", {{1000, 999, -inf}});
  const Ref e = result_of<T>(op::exp, {x, given_column<T>("row_max", {1000})});
  CHECK(values_of<T>(e)(0, 0) == T{1});
  CHECK(static_cast<double>(values_of<T>(e)(0, 1)) ==
        doctest::Approx(exp_of<T>(-1)).epsilon(one_rounding<T>));
  CHECK(values_of<T>(e)(0, 2) == T{0});
  CHECK(formula_of(e) == "exp(scaled - row_max)");
}

TEST_CASE_TEMPLATE("exp: the correction of the online softmax is 0 where there was nothing before", T, double,
                   float) {
  const Ref before = given_column<T>("row_max", {-inf, -inf, 1, 2});
  const Ref now = given_column<T>("row_max", {3, -inf, 1, nan});
  const Ref correction = result_of<T>(op::exp, {before, now});
  CHECK(text_of<T>(correction) == "[[0], [0], [1], [nan]]");
  CHECK(correction->axes == Axes{{"query", 4}});
}

TEST_CASE_TEMPLATE("normalise: divided by the row sum; empty rows by convention", T, double, float) {
  const Ref exp = given<T>("exp", {{1, 3}, {0, 0}, {2, 2}});
  const Ref sum = given_column<T>("row_sum", {4, 0, 4});
  const Ref zero = result_of<T>(op::normalise, {exp, sum}, attribute::EmptyRows{{1}, EmptyRow::zero});
  CHECK(text_of<T>(zero) == "[[0.25, 0.75], [0, 0], [0.5, 0.5]]");
  const Ref not_a_number = result_of<T>(op::normalise, {exp, sum}, attribute::EmptyRows{{1}, EmptyRow::nan});
  CHECK(text_of<T>(not_a_number) == "[[0.25, 0.75], [nan, nan], [0.5, 0.5]]");
  CHECK(formula_of(zero) == "exp / row_sum");
}

TEST_CASE_TEMPLATE("lse: row_max + ln row_sum; empty rows by convention", T, double, float) {
  const Ref max = given_column<T>("row_max", {1000, -inf});
  const Ref sum = given_column<T>("row_sum", {2, 0});
  const Ref lse = result_of<T>(op::lse, {max, sum}, attribute::EmptyRows{{1}, EmptyRow::zero});
  // ln 2 = 0.69314718...; the maximum is part of it.
  CHECK(static_cast<double>(values_of<T>(lse)(0, 0)) ==
        doctest::Approx(1000.6931471805599).epsilon(one_rounding<T>));
  CHECK(values_of<T>(lse)(1, 0) == -std::numeric_limits<T>::infinity());
  CHECK(formula_of(lse) == "row_max + ln row_sum");
  const Ref undefined = result_of<T>(op::lse, {max, sum}, attribute::EmptyRows{{1}, EmptyRow::nan});
  CHECK(std::isnan(values_of<T>(undefined)(1, 0)));
  const Ref naive = result_of<T>(op::lse, {given_column<T>("row_sum", {1})}, none);
  CHECK(text_of<T>(naive) == "[[0]]");
  CHECK(formula_of(naive) == "ln row_sum");
}

TEST_CASE_TEMPLATE("weighted_sum: A V", T, double, float) {
  const Ref weights = given<T>("weights", {{0.25, 0.75}, {1, 0}});
  const Ref v = given<T>("V", {{0, 8}, {4, 16}}, {{"key", 2}, {"d_v", 2}});
  const Ref context = result_of<T>(op::weighted_sum, {weights, v}, none);
  CHECK(text_of<T>(context) == "[[3, 14], [0, 8]]");  // 0.75·4, 0.25·8 + 0.75·16
  CHECK(context->axes == Axes{{"query", 2}, {"d_v", 2}});
  CHECK(formula_of(context) == "weights · V");
}

TEST_CASE_TEMPLATE("weighted_sum: a NaN or an infinity in a hidden value takes no part", T, double, float) {
  const Ref weights = given<T>("weights", {{1, 0, 0}});
  const Ref v = given<T>("V", {{5}, {nan}, {inf}}, {{"key", 3}, {"d_v", 1}});
  const Ref mask = given<T>("mask", {{0, -inf, -inf}});
  CHECK(text_of<T>(result_of<T>(op::weighted_sum, {weights, v, mask}, none)) == "[[5]]");
  // 0 · NaN is NaN where the key is visible.
  CHECK(text_of<T>(result_of<T>(op::weighted_sum, {weights, v}, none)) == "[[nan]]");
}

TEST_CASE_TEMPLATE("weighted_sum: a row that sees no key", T, double, float) {
  const Ref weights = given<T>("weights", {{0, 0}});
  const Ref v = given<T>("V", {{nan}, {1}}, {{"key", 2}, {"d_v", 1}});
  const Ref mask = given<T>("mask", {{-inf, -inf}});
  const auto context = [&](EmptyRow gives) {
    return text_of<T>(result_of<T>(op::weighted_sum, {weights, v, mask}, attribute::EmptyRows{{0}, gives}));
  };
  CHECK(context(EmptyRow::zero) == "[[0]]");
  CHECK(context(EmptyRow::nan) == "[[nan]]");
}

TEST_CASE_TEMPLATE("maximum: the larger of two; NaN where one is", T, double, float) {
  const Ref running = given_column<T>("row_max", {1, -inf, 3, nan, 1, -inf});
  const Ref tile = given_column<T>("tile_max", {2, 0, -inf, 1, nan, -inf});
  const Ref max = result_of<T>(op::maximum, {running, tile});
  CHECK(text_of<T>(max) == "[[2], [0], [3], [nan], [nan], [-inf]]");
  CHECK(formula_of(max) == "max(row_max, tile_max)");
}

TEST_CASE_TEMPLATE("rescale: the running sum on the new scale, plus the tile's", T, double, float) {
  const Ref correction = given_column<T>("correction", {0.5, 0});
  const Ref running = given_column<T>("row_sum", {4, 7});
  const Ref tile = given_column<T>("tile_sum", {1, 3});
  const Ref sum = result_of<T>(op::rescale, {correction, running, tile});
  CHECK(text_of<T>(sum) == "[[3], [3]]");
  CHECK(formula_of(sum) == "correction · row_sum + tile_sum");
}

TEST_CASE_TEMPLATE("accumulate: the running output on the new scale, plus the tile's", T, double, float) {
  const Ref correction = given_column<T>("correction", {0.5, 1});
  const Ref running = given<T>("accumulator", {{2, 4}, {1, 1}}, {{"query", 2}, {"d_v", 2}});
  const Ref exp = given<T>("exp", {{1, 2}, {1, 0}});
  const Ref v = given<T>("V", {{1, 0}, {0, 1}}, {{"key", 2}, {"d_v", 2}});
  const Ref sum = result_of<T>(op::accumulate, {correction, running, exp, v});
  CHECK(text_of<T>(sum) == "[[2, 4], [2, 1]]");  // 0.5·2+1, 0.5·4+2; 1+1, 1+0
  CHECK(formula_of(sum) == "correction · accumulator + exp · V");
  // With a mask the hidden value takes no part.
  const Ref poisoned = given<T>("V", {{1, 0}, {nan, inf}}, {{"key", 2}, {"d_v", 2}});
  const Ref mask = given<T>("mask", {{0, -inf}, {0, -inf}});
  const Ref masked = result_of<T>(op::accumulate, {correction, running, exp, poisoned, mask});
  CHECK(text_of<T>(masked) == "[[2, 2], [2, 1]]");
}

TEST_CASE("a formula leaves out what an operand's place has in common with the node's") {
  const auto label = [](const Place& operand, const Place& node) {
    return formula_of(result_of<double>(op::exp, {given<double>("x", {{1}}, {}, operand)}, {}, node));
  };
  const Place head1{{}, 1, {}, {}};
  const Place tile{{}, 1, 0, 2};
  CHECK(label(head1, head1) == "exp(x)");
  CHECK(label({{}, 0, {}, {}}, head1) == "exp(head0.x)");
  CHECK(label({{}, 1, 0, 1}, tile) == "exp(tile0,1.x)");
  CHECK(label({2, 1, {}, {}}, {2, 1, {}, {}}) == "exp(x)");
  CHECK(label({2, {}, {}, {}}, {}) == "exp(batch2.x)");
  CHECK(label({{}, 1, 0, {}}, tile) == "exp(tile0.x)");
}

TEST_CASE("operations: each has a name and help of its own") {
  std::set<std::string_view> names;
  for (const Op* op : ops()) {
    CHECK(names.insert(op->name).second);
    CHECK_FALSE(op->help.empty());
  }
}

}  // namespace attn

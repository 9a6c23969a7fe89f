// Error bounds of operations, by hand: where operands may be, and what roundings add.
#include <doctest/doctest.h>

#include <cmath>

#include "ops/support.hpp"

namespace attn {

using computed::bound_of;
using computed::given;
using computed::given_column;
using computed::inf;
using computed::nan;
using computed::off_by;
using computed::Rows;

namespace {

const attribute::EmptyRows none{{}, EmptyRow::zero};
constexpr Rounding exact{};
constexpr Rounding coarse{0x1p-4, 0};  // 1/16: (1 + u)^2 - 1 is 33/256

Ref matrix(const Rows& values, const Rows& bounds) {
  return off_by(given<double>("x", values), bounds);
}

Ref column(const std::vector<double>& values, const std::vector<double>& bounds) {
  Rows rows;
  for (const double bound : bounds) rows.push_back({bound});
  return off_by(given_column<double>("m", values), rows);
}

/// What has no errors yet.
Ref matrix(const Rows& values) {
  return matrix(values, Rows(values.size(), std::vector<double>(values[0].size())));
}
Ref column(const std::vector<double>& values) {
  return column(values, std::vector<double>(values.size()));
}

/// Bounds are by 2^-20 of themselves larger than the formula, for their own rounding.
void check_bound(const Matrix<double>& bound, const Rows& expected) {
  const Matrix<double> least = computed::matrix_of(expected);
  REQUIRE(bound.shape() == least.shape());
  for (std::size_t i = 0; i < least.size(); ++i) {
    CHECK(bound.flat(i) >= least.flat(i) * (1 - 1e-15));
    CHECK(bound.flat(i) <= least.flat(i) * (1 + 1e-6));
  }
}

double growth(double roundings) {
  return std::pow(1 + 0x1p-4, roundings) - 1;
}

}  // namespace

TEST_CASE("errors: a dot product of two terms") {
  const Ref a = matrix({{1, 2}}, {{0.5, 0}});
  const Ref b = matrix({{3}, {4}}, {{0.25}, {0.125}});
  // 1.5 · 3.25 - 3 = 1.875, 2 · 4.125 - 8 = 0.25.
  check_bound(bound_of(op::weighted_sum, {a, b}, exact, none), {{2.125}});
  // |1| |3| + |-2| |4| = 11; each term has one rounding as a product and one in the sum.
  check_bound(bound_of(op::weighted_sum, {matrix({{1, -2}}), matrix({{3}, {4}})}, coarse, none),
              {{11 * 33.0 / 256}});
  // Both: the roundings are of 1.5 · 3.25 + 2 · 4.125 = 13.125.
  check_bound(bound_of(op::weighted_sum, {a, b}, coarse, none), {{2.125 + 13.125 * 33 / 256}});
}

TEST_CASE("errors: a score may have been scaled before the sum, twice") {
  check_bound(bound_of(op::matmul_transposed, {matrix({{1, -2}}), matrix({{3, 4}})}, coarse),
              {{11 * growth(4)}});
}

TEST_CASE("errors: hidden keys take no part in a weighted sum") {
  const Ref weights = matrix({{1, 0}});
  const Ref v = matrix({{3}, {nan}}, {{0.25}, {inf}});
  const Ref mask = matrix({{0, -inf}});
  check_bound(bound_of(op::weighted_sum, {weights, v, mask}, coarse, none), {{0.25 + 3.25 / 16}});
}

TEST_CASE("errors: x W + b, also stored as out_in") {
  const Ref x = matrix({{1, 2}}, {{0.5, 0}});
  const Ref bias = off_by(given_column<double>("b", {-7}), {{0.0625}});
  const attribute::Projection in_out{"query", 0, "d_k", false};
  const attribute::Projection out_in{"query", 0, "d_k", true};
  // 0.5 · 3 + 0.0625; 1.5 · 3 + 2 · 4 + 7.0625 in three roundings.
  const double expected = 1.5625 + 19.5625 * growth(3);
  check_bound(bound_of(op::linear, {x, matrix({{3}, {4}}), bias}, coarse, in_out), {{expected}});
  check_bound(bound_of(op::linear, {x, matrix({{3, 4}}), bias}, coarse, out_in), {{expected}});
  check_bound(bound_of(op::linear, {x, matrix({{3}, {4}})}, exact, in_out), {{1.5}});
}

TEST_CASE("errors: e^x") {
  // e^(ln 2 + ln 1.5) - 2 = 1.
  check_bound(bound_of(op::exp, {matrix({{std::log(2)}}, {{std::log(1.5)}})}, exact), {{1}});
  check_bound(bound_of(op::exp, {matrix({{0}})}, coarse), {{growth(4)}});
  // Further off than 1: all that e^x may be.
  check_bound(bound_of(op::exp, {matrix({{-100}}, {{102}})}, exact), {{std::exp(2)}});
  // e^-1, by way of 2^(-log2 e) with two roundings.
  const double d = growth(2);
  const double e = std::exp(-1);
  check_bound(bound_of(op::exp, {matrix({{-1}})}, coarse),
              {{e * std::expm1(d) + e * std::exp(d) * growth(4)}});
}

TEST_CASE("errors: e^(x - m), and what is hidden stays hidden") {
  const Ref x = matrix({{1, -inf}}, {{0.25, 0}});
  const Ref m = column({1}, {0.125});
  check_bound(bound_of(op::exp, {x, m}, exact), {{std::expm1(0.375), 0}});
  check_bound(bound_of(op::exp, {column({-inf}), column({5}, {1})}, coarse), {{0}});
  check_bound(bound_of(op::exp, {matrix({{-inf}})}, coarse), {{0}});
}

TEST_CASE("errors: what underflows may become 0, or the least number") {
  const Rounding flushed{0x1p-24, 0x1p-126};
  const double least = bound_of(op::exp, {matrix({{-90}})}, flushed)(0, 0);
  CHECK(least >= 0x1p-126);
  CHECK(least < 1e-36);
  CHECK(bound_of(op::exp, {matrix({{-1000}})}, flushed)(0, 0) >= 0x1p-126);  // 0 in double too
}

TEST_CASE("errors: a quotient") {
  // 7 / 2 - 6 / 3 = 1.5, and one operand at a time: 7 / 3 - 2, 6 / 2 - 2.
  check_bound(bound_of(op::normalise, {matrix({{6}}, {{1}}), column({3}, {1})}, exact, none), {{1.5}});
  check_bound(bound_of(op::normalise, {matrix({{6}}, {{1}}), column({3})}, exact, none), {{1.0 / 3}});
  check_bound(bound_of(op::normalise, {matrix({{6}}), column({3}, {1})}, exact, none), {{1}});
  check_bound(bound_of(op::normalise, {matrix({{6}}), column({3})}, coarse, none), {{2 * growth(2)}});
  // The divisor may be 0; 0 is 0 whatever it is divided by, and so is what is divided by infinity.
  CHECK(bound_of(op::normalise, {matrix({{6, 0}}), column({3}, {3})}, exact, none)(0, 0) == inf);
  CHECK(bound_of(op::normalise, {matrix({{6, 0}}), column({3}, {3})}, exact, none)(0, 1) == 0);
  CHECK(bound_of(op::normalise, {matrix({{6}}), column({inf})}, coarse, none)(0, 0) == 0);
}

TEST_CASE("errors: the largest of a row is off by no more than where it may lie") {
  const Ref x = matrix({{1, 3, 2.9}, {1, 3, -1e9}, {-inf, 3, 1}}, {{0.1, 0.5, 0.7}, {0, 0.5, 64}, {0, 1, 9}});
  // In [2.5, 3.6]; [2.5, 3.5], since the last one cannot be it; [2, 10].
  check_bound(bound_of(op::row_max, {x}, coarse), {{0.6}, {0.5}, {7}});
  check_bound(
      bound_of(op::maximum, {column({3, 3, 1}, {0.5, 0.5, 9}), column({2.9, -1e9, 3}, {0.7, 64, 1})}, coarse),
      {{0.6}, {0.5}, {7}});
  const Ref no_keys = given<double>("x", {{}}, {{"query", 1}, {"key", 0}});
  no_keys->bound = xt::empty<double>({1, 0});
  check_bound(bound_of(op::row_max, {no_keys}, coarse), {{0}});
}

TEST_CASE("errors: sums and differences") {
  check_bound(bound_of(op::row_sum, {matrix({{1, 2, -3}}, {{0.5, 0, 0.25}})}, coarse),
              {{0.75 + 6.75 * growth(3)}});
  const Ref x = matrix({{5, -inf}}, {{0.5, 0}});
  check_bound(bound_of(op::subtract, {x, column({7}, {0.25})}, coarse), {{0.75 + 2.75 / 16, 0}});
  check_bound(bound_of(op::add_mask, {x, matrix({{-7, 1}}, {{0.25, 0}})}, coarse), {{0.75 + 2.75 / 16, 0}});
  check_bound(bound_of(op::add_mask, {matrix({{nan}}, {{inf}}), matrix({{-inf}})}, coarse), {{0}});
}

TEST_CASE("errors: what is multiplied by a number that is rounded too") {
  check_bound(bound_of(op::scale, {matrix({{3}}, {{0.5}})}, coarse, attribute::Number{-2, ""}),
              {{1 + 7 * growth(2)}});
}

TEST_CASE("errors: c tanh(s / c), nowhere steeper than at the nearest point to 0") {
  const attribute::Number cap{2, ""};
  const double slope = 1 - std::pow(std::tanh(1.0), 2);  // at (3 - 1) / 2
  check_bound(bound_of(op::softcap, {matrix({{3}}, {{1}})}, exact, cap), {{slope}});
  check_bound(bound_of(op::softcap, {matrix({{-3}}, {{1}})}, exact, cap), {{slope}});
  check_bound(bound_of(op::softcap, {matrix({{0.5}}, {{1}})}, exact, cap), {{1}});
  check_bound(bound_of(op::softcap, {matrix({{0, inf}})}, coarse, cap), {{0, 2.0 / 16}});
}

TEST_CASE("errors: m + ln l") {
  // ln 4 - ln 2 is more than ln 6 - ln 4.
  const Ref m = column({1}, {0.5});
  check_bound(bound_of(op::lse, {m, column({4}, {2})}, exact, none), {{0.5 + std::log(2)}});
  check_bound(bound_of(op::lse, {column({4}, {2})}, exact, none), {{std::log(2)}});
  check_bound(bound_of(op::lse, {column({-5}), column({1})}, coarse, none), {{5 * growth(7)}});
  CHECK(bound_of(op::lse, {m, column({4}, {4})}, exact, none)(0, 0) == inf);
  check_bound(bound_of(op::lse, {column({-inf}), column({0})}, coarse, none), {{0}});
}

TEST_CASE("errors: the online softmax's running sums") {
  const Ref correction = column({0.5}, {0.25});
  // 0.75 · 9 - 0.5 · 8 + 1; all of it is at most 0.75 · 9 + 4.
  check_bound(bound_of(op::rescale, {correction, column({8}, {1}), column({3}, {1})}, coarse),
              {{3.75 + 10.75 * growth(2)}});
  const Ref before = off_by(given<double>("accumulator", {{8}}), {{1}});
  const Ref exp = matrix({{1, 0}});
  const Ref v = matrix({{-2}, {nan}}, {{0.5}, {inf}});
  check_bound(bound_of(op::accumulate, {correction, before, exp, v, matrix({{0, -inf}})}, coarse),
              {{2.75 + 0.5 + 9.25 * growth(3)}});
}

TEST_CASE("errors: bounds move with what is moved") {
  const Ref x = matrix({{1, 2}, {3, 4}}, {{0.5, 0.25}, {0.125, 0.0625}});
  check_bound(bound_of(op::select, {{x, {}, Range{1, 2}}}, coarse), {{0.25}, {0.0625}});
  check_bound(bound_of(op::concat, {x, {x, Range{1, 2}, {}}}, coarse, attribute::Along{0, "query"}),
              {{0.5, 0.25}, {0.125, 0.0625}, {0.125, 0.0625}});
}

TEST_CASE("errors: a number that is given is off where it has more digits than the format") {
  const attribute::Constant constant{{{"query", 1}}, -inf};
  check_bound(bound_of(op::fill, {}, coarse, constant), {{0}});
  const auto given_numbers = [](const std::vector<double>& numbers, const Rounding& rounding) {
    const Input input{"V", "V", "nd", {{1, numbers.size()}, numbers, false, {}}};
    return bound_of(op::input, {}, rounding,
                    attribute::Slice{&input, 0, 0, {{"key", 1}, {"d_v", numbers.size()}}});
  };
  // 257 has 9 bits, 255 has 8; a double that is no float; a float.
  const Rounding half = rounding_of(Precision::bfloat16) + rounding_of(Precision::float64);
  CHECK(given_numbers({257}, half)(0, 0) >= 1);
  CHECK(given_numbers({257}, half)(0, 0) < 1.01);
  check_bound(given_numbers({255, -255, 0, inf, -inf, nan}, half), {{0, 0, 0, 0, 0, 0}});
  const Rounding single = rounding_of(Precision::float32) + rounding_of(Precision::float64);
  check_bound(given_numbers({0.1F, 16777215}, single), {{0, 0}});
  check_bound(given_numbers({0.1, 33554431}, {0x1p-24, 0}), {{0.1 * 0x1p-24, 33554431 * 0x1p-24}});
  // 2^-20 is a subnormal number in half precision, 2^-23 apart from others... and 2^-130 is 0 where a
  // machine flushes.
  CHECK(given_numbers({0x1.004p-20}, rounding_of(Precision::float16))(0, 0) >= 0x1p-30);
  CHECK(given_numbers({0x1p-130}, single)(0, 0) >= 0x1p-130);
}

TEST_CASE("errors: a result that is not finite has none") {
  check_bound(bound_of(op::exp, {matrix({{1000, nan}}, {{1, 1}})}, coarse), {{0, 0}});
}

TEST_CASE("errors: more terms than a unit roundoff can carry") {
  // Where gamma_n = n u / (1 - n u) would be infinite or negative: (1 + 1/16)^40 - 1 is 10.3.
  const double bound = bound_of(op::row_sum, {matrix({std::vector<double>(40, 1)})}, coarse)(0, 0);
  CHECK(bound == doctest::Approx(40 * 10.3).epsilon(0.01));
}

TEST_CASE("errors: operands in single precision are widened, blocks cut") {
  const Ref x = off_by(given<float>("x", {{1, 2, 4}}), {{0.5, 0.25, 0.125}});
  const Ref sum = computed::result_of<float>(op::row_sum, {{x, {}, Range{1, 3}}});
  bound(*sum, coarse);
  check_bound(sum->bound, {{0.375 + 6.375 * growth(2)}});
}

}  // namespace attn

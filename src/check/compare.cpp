#include "attn/compare.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

namespace attn {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

/// Numbers of one type in order as integers in order, -0 and 0 one number.
std::int64_t ordinal(double x) {
  const auto bits = std::bit_cast<std::int64_t>(x);
  return bits >= 0 ? bits : std::numeric_limits<std::int64_t>::min() - bits;
}
std::int64_t ordinal(float x) {
  const auto bits = std::bit_cast<std::int32_t>(x);
  return bits >= 0 ? bits : std::int64_t{std::numeric_limits<std::int32_t>::min()} - bits;
}

/// Infinite where one of them is out of the range of its type.
template <class T>
double ulps_between(T a, T b) {
  if (std::isinf(a) || std::isinf(b)) return infinity;
  const auto [low, high] = std::minmax({ordinal(a), ordinal(b)});
  // Unsigned: the distance of two doubles of opposite sign does not fit a signed integer, nor its exact value
  // a double.
  return static_cast<double>(static_cast<std::uint64_t>(high) - static_cast<std::uint64_t>(low));
}

/// How many half-precision numbers stand between 0 and x, in fractions of the last one.
double half_ordinal(double x) {
  constexpr double least_normal = 0x1p-14;
  constexpr double steps = 1024;  // between two powers of two
  const double size = std::abs(x);
  if (size < least_normal) return std::copysign(size / least_normal * steps, x);
  int exponent = 0;
  const double mantissa = 2 * std::frexp(size, &exponent);  // in [1, 2), of 2^(exponent - 1)
  return std::copysign(steps * (exponent - 1 + 14 + mantissa), x);
}

double ulps_between(double a, double b, Precision precision) {
  constexpr double floats_in_bfloat16 = 65536;
  switch (precision) {
    case Precision::float64:
      break;
    case Precision::float32:
      return ulps_between(static_cast<float>(a), static_cast<float>(b));
    case Precision::bfloat16:
      return ulps_between(static_cast<float>(a), static_cast<float>(b)) / floats_in_bfloat16;
    case Precision::float16:
      return std::abs(half_ordinal(a) - half_ordinal(b));
  }
  return ulps_between(a, b);
}

bool same(double a, double b) {
  return a == b || (std::isnan(a) && std::isnan(b));
}

/// What each kind of tolerance allows at one cell.
struct Allowance {
  double abs = 0;  ///< by atol, rtol and the error bound
  double ulp = 0;
  /// What cannot be measured is never within: an error bound that is infinite does not allow a NaN.
  bool passes(const Gap& gap) const {
    if (std::isinf(gap.abs)) return false;
    return gap.abs <= abs || gap.ulp <= ulp;
  }
};

Allowance allowance_at(const Compared& compared, const Tolerance& tolerance, std::size_t cell) {
  const double expected = compared.expected.flat(cell);
  Allowance allowance{tolerance.atol.value_or(0), tolerance.ulp.value_or(0)};
  // An infinity is allowed nothing: rtol of it would be everything.
  if (std::isfinite(expected)) allowance.abs += tolerance.rtol.value_or(0) * std::abs(expected);
  if (tolerance.derived && compared.bound)
    allowance.abs = std::max(allowance.abs, compared.bound->flat(cell));
  return allowance;
}

/// How many times what is allowed; infinite where nothing is, or nothing could.
double excess(const CellDifference& difference) {
  if (std::isinf(difference.gap.abs) || difference.allowed <= 0) return infinity;
  return difference.gap.abs / difference.allowed;
}

bool is_worse(const CellDifference& one, const CellDifference& other) {
  const auto rank = [](const CellDifference& x) { return std::pair(excess(x), x.gap.abs); };
  return rank(one) > rank(other);
}

void take(Comparison& comparison, const Compared& compared, const Tolerance& tolerance, std::size_t cell) {
  const double actual = compared.actual.flat(cell);
  const double expected = compared.expected.flat(cell);
  ++comparison.cells;
  if (std::isnan(actual) && std::isnan(expected)) ++comparison.nan_pairs;
  const Gap gap = gap_between(actual, expected, compared.precision);
  comparison.largest.abs = std::max(comparison.largest.abs, gap.abs);
  comparison.largest.rel = std::max(comparison.largest.rel, gap.rel);
  comparison.largest.ulp = std::max(comparison.largest.ulp, gap.ulp);
  const Allowance allowance = allowance_at(compared, tolerance, cell);
  if (allowance.passes(gap)) return;
  ++comparison.differing;
  const std::size_t columns = compared.actual.shape(1);
  const CellDifference difference{cell / columns, cell % columns, expected, actual, gap, allowance.abs};
  if (!comparison.first) comparison.first = difference;
  if (!comparison.worst || is_worse(difference, *comparison.worst)) comparison.worst = difference;
}

}  // namespace

Gap gap_between(double actual, double expected, Precision precision) {
  if (same(actual, expected)) return {};
  if (!std::isfinite(actual) || !std::isfinite(expected)) return {infinity, infinity, infinity};
  const double abs = std::abs(actual - expected);
  const double ulp = ulps_between(actual, expected, precision);
  return {abs, expected == 0 ? infinity : abs / std::abs(expected), ulp};
}

Comparison compare(const Compared& compared, const Tolerance& tolerance) {
  Comparison comparison;
  auto next_unstated = compared.unstated.begin();
  for (std::size_t cell = 0; cell < compared.actual.size(); ++cell) {
    if (next_unstated != compared.unstated.end() && *next_unstated == cell) {
      ++next_unstated;
      ++comparison.unstated;
    } else {
      take(comparison, compared, tolerance, cell);
    }
  }
  const Gap& largest = comparison.largest;
  comparison.passing = {.atol = largest.abs, .rtol = largest.rel, .ulp = largest.ulp};
  return comparison;
}

}  // namespace attn

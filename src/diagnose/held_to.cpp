#include "diagnose/held_to.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "check/checked_steps.hpp"
#include "diagnose/predictions.hpp"

namespace attn::diagnosis {

namespace {

/// How many bits of a number's significand are in use: 1 for powers of two and 0.
int bits_of(double x) {
  int exponent = 0;
  double rest = std::frexp(x, &exponent);
  int bits = 0;
  while (rest != 0 && bits < 53) {
    rest = std::abs(rest) * 2;
    rest -= std::floor(rest);
    ++bits;
  }
  return std::max(bits, 1);
}

/// Numbers of a kernel that computes in so many bits: none needs more, and half of them need nearly all.
bool fill_bits(const std::vector<ExpectedMatrix>& matrices, int most) {
  std::size_t numbers = 0;
  std::size_t full = 0;
  for (const ExpectedMatrix& matrix : matrices)
    for (const double x : matrix.values) {
      if (!std::isfinite(x) || x == 0) continue;
      const int bits = bits_of(x);
      if (bits > most) return false;
      ++numbers;
      if (bits + 3 >= most) ++full;
    }
  return numbers >= 4 && 2 * full >= numbers;
}

/// Digits behind the decimal point, in the shortest text that reads back the same.
int decimals_of(double x) {
  const std::string shortest = fmt::format("{}", x);
  if (shortest.find('e') != std::string::npos) return 17;
  const std::size_t point = shortest.find('.');
  const std::size_t digits = point == std::string::npos ? 0 : shortest.size() - point - 1;
  return shortest.ends_with(".0") ? 0 : static_cast<int>(digits);
}

int most_decimals(const Matrix<double>& matrix) {
  int most = 0;
  for (const double x : matrix)
    if (std::isfinite(x)) most = std::max(most, decimals_of(x));
  return most;
}

}  // namespace

std::optional<Precision> narrow_type(const std::vector<ExpectedMatrix>& matrices) {
  if (fill_bits(matrices, 8)) return Precision::bfloat16;
  if (fill_bits(matrices, 11)) return Precision::float16;
  return std::nullopt;
}

/// By experiment: float32 kernels stay a hundred times below 1e-5 of the largest number unless scores are
/// large, and hardly a slip does on an input where it shows. Narrower types are off by a few roundings.
HeldTo held_to(const ExpectedMatrix& expected, double size, std::optional<Precision> type, Compare compare) {
  if (type) {
    const double share = 8 * unit_roundoff(*type);
    return {{.atol = share * size},
            fmt::format("{:.2g} of the largest number: all are {}", share, name_of(precisions, *type))};
  }
  constexpr double share = 1e-5;
  constexpr double rounding = 1e-12;  // where values cancel to 0 or nearly so
  const int decimals = most_decimals(expected.values);
  const double half_a_unit = 0.5 * std::pow(10, -decimals) * (1 + 1e-9);
  if ((compare == Compare::as_written || decimals >= 2) && half_a_unit > share * size)
    return {{.atol = half_a_unit}, fmt::format("half a unit of the last of {} decimals", decimals)};
  return {{.atol = share * size + rounding}, "1e-05 of the largest number"};
}

std::optional<HeldTo> said_tolerance(const ExpectedMatrix& expected, const Problem& problem,
                                     const DiagnoseOptions& options) {
  const auto without_bounds = [](Tolerance tolerance) {
    tolerance.derived.reset();  // slips have none; see accept_rounding
    return tolerance;
  };
  if (options.tolerance && !without_bounds(*options.tolerance).empty())
    return HeldTo{without_bounds(*options.tolerance), "the tolerance that was asked for"};
  const Tolerance said =
      without_bounds(attn::said_tolerance(problem, problem.expect, expected.step, expected.id));
  if (said.empty()) return std::nullopt;
  return HeldTo{said, "the tolerance of the problem"};
}

}  // namespace attn::diagnosis

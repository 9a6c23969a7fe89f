#include "diagnose/held_to.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

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
bool fills_bits(const Matrix<double>& matrix, int most) {
  std::size_t numbers = 0;
  std::size_t full = 0;
  for (const double x : matrix) {
    if (!std::isfinite(x)) continue;
    const int bits = bits_of(x);
    if (bits > most) return false;
    ++numbers;
    if (bits + 2 >= most) ++full;
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

/// By experiment: float32 kernels stay a hundred times below 1e-5 of the largest number unless scores are
/// large, and hardly a slip does on any input where it shows. Narrower types are off by a few roundings.
HeldTo by_numbers(const ExpectedMatrix& expected, double size, bool as_written) {
  constexpr double usual = 1e-5;
  constexpr double float16 = 4e-3;
  constexpr double bfloat16 = 3e-2;
  if (fills_bits(expected.values, 8))
    return {{.atol = bfloat16 * size}, "3% of the largest number: all of them are bfloat16"};
  if (fills_bits(expected.values, 11))
    return {{.atol = float16 * size}, "0.4% of the largest number: all of them are float16"};
  const int decimals = most_decimals(expected.values);
  const double half_a_unit = 0.5 * std::pow(10, -decimals) * (1 + 1e-9);
  if ((as_written || decimals >= 2) && half_a_unit > usual * size)
    return {{.atol = half_a_unit}, fmt::format("half a unit of the last of {} decimals", decimals)};
  return {{.atol = usual * size}, "1e-5 of the largest number"};
}

}  // namespace

HeldTo held_to(const ExpectedMatrix& expected, const Matrix<double>& right, const Expectation& said,
               const DiagnoseOptions& options) {
  if (options.atol || options.rtol)
    return {{.atol = options.atol, .rtol = options.rtol}, "the tolerance that was asked for"};
  for (const std::string& key : {expected.step, std::string("default")})
    if (const auto found = said.tolerance.find(key); found != said.tolerance.end() && !found->second.empty())
      return {found->second, "the tolerance of the problem"};
  const double size = largest(expected.values);
  return by_numbers(expected, size > 0 ? size : largest(right), said.compare == Compare::as_written);
}

}  // namespace attn::diagnosis

#include "as_written/digits.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstddef>

#include "decimals/units.hpp"

namespace attn {

namespace {

/// "e-3" as it is written; "" where there is none.
std::string_view power_of(std::string_view literal) {
  return literal.substr(std::min(literal.find_first_of("eE"), literal.size()));
}

/// -3 for "1.20e-3", 0 for "0.670".
int exponent_of(std::string_view literal) {
  std::string_view power = power_of(literal);
  if (power.empty()) return 0;
  power.remove_prefix(1);
  if (power.starts_with('+')) power.remove_prefix(1);
  int exponent = 0;
  std::from_chars(power.data(), power.data() + power.size(), exponent);
  return std::clamp(exponent, -400, 400);
}

/// Digits behind the point, whatever the exponent: 2 for "1.20e-3".
int digits_behind(std::string_view literal) {
  const std::string_view mantissa = literal.substr(0, literal.find_first_of("eE"));
  const std::size_t point = mantissa.find('.');
  return point == std::string_view::npos ? 0 : static_cast<int>(mantissa.size() - point - 1);
}

}  // namespace

int decimals_of(std::string_view literal) {
  return digits_behind(literal) - exponent_of(literal);
}

bool same(double a, double b) {
  return a == b || (std::isnan(a) && std::isnan(b));
}

bool prints_as(double value, double printed, int decimals) {
  if (same(value, printed)) return true;
  if (!std::isfinite(value) || !std::isfinite(printed)) return false;
  const long double units = in_units(value, decimals);
  return std::abs(units - in_units(printed, decimals)) <= 0.5L + blur(units);
}

bool cuts_to(double value, double printed, int decimals) {
  return std::isfinite(value) && std::isfinite(printed) &&
         std::abs(in_units(rounded(value, decimals, DecimalRounding::cut_off), decimals) -
                  in_units(printed, decimals)) < 0.5L;
}

bool is_written(double value, double printed, int decimals, DecimalRounding rounding) {
  if (rounding != DecimalRounding::cut_off) return prints_as(value, printed, decimals);
  return same(value, printed) || cuts_to(value, printed, decimals);
}

std::string like(std::string_view literal, double value) {
  if (std::isnan(value)) return "nan";
  if (std::isinf(value)) return value < 0 ? "-inf" : "inf";
  // With the exponent of the literal, so that the digits have the same worth: 13e2 is not 1e3.
  const auto mantissa = static_cast<double>(in_units(value, -exponent_of(literal)));
  constexpr double longest = 1e16;
  if (!(std::abs(mantissa) < longest)) return fmt::format("{}", value);
  std::string text = fmt::format("{:.{}f}", mantissa, digits_behind(literal));
  // "-0.00" is 0 at these digits.
  if (text.find_first_of("123456789") == std::string::npos && text.starts_with('-')) text.erase(0, 1);
  return text.append(power_of(literal));
}

}  // namespace attn

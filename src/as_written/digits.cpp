#include "as_written/digits.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstddef>

namespace attn {

namespace {

/// In units of the last digit, the double's own error is at most this much of it.
double blur(double units) {
  return 1e-9 + 1e-13 * std::abs(units);
}

double in_units(double value, int decimals) {
  return value * std::pow(10.0, decimals);
}

}  // namespace

int decimals_of(std::string_view literal) {
  const std::size_t e = literal.find_first_of("eE");
  const std::string_view mantissa = literal.substr(0, e);
  const std::size_t point = mantissa.find('.');
  const int behind = point == std::string_view::npos ? 0 : static_cast<int>(mantissa.size() - point - 1);
  if (e == std::string_view::npos) return behind;
  std::string_view power = literal.substr(e + 1);
  if (power.starts_with('+')) power.remove_prefix(1);
  int exponent = 0;
  std::from_chars(power.data(), power.data() + power.size(), exponent);
  return behind - std::clamp(exponent, -400, 400);
}

double rounded(double value, int decimals, DecimalRounding rounding) {
  if (!std::isfinite(value)) return value;
  const double units = std::abs(in_units(value, decimals));
  const double below = std::floor(units + blur(units));
  const double rest = units - below;
  const bool is_tie = std::abs(rest - 0.5) <= blur(units);
  double whole = rest > 0.5 ? below + 1 : below;
  if (rounding == DecimalRounding::cut_off) whole = below;
  if (is_tie && rounding == DecimalRounding::half_up) whole = below + 1;
  if (is_tie && rounding == DecimalRounding::half_even) whole = 2 * std::round(units / 2);
  return std::copysign(whole / std::pow(10.0, decimals), value);
}

bool prints_as(double value, double printed, int decimals) {
  if (value == printed || (std::isnan(value) && std::isnan(printed))) return true;
  if (!std::isfinite(value) || !std::isfinite(printed)) return false;
  const double units = in_units(value, decimals);
  return std::abs(units - in_units(printed, decimals)) <= 0.5 + blur(units);
}

bool cuts_to(double value, double printed, int decimals) {
  return std::isfinite(value) && std::isfinite(printed) &&
         std::abs(in_units(rounded(value, decimals, DecimalRounding::cut_off), decimals) -
                  in_units(printed, decimals)) < 0.5;
}

std::string like(std::string_view literal, double value) {
  if (std::isnan(value)) return "nan";
  if (std::isinf(value)) return value < 0 ? "-inf" : "inf";
  const std::size_t e = literal.find_first_of("eE");
  const std::size_t point = literal.substr(0, e).find('.');
  const std::size_t behind = point == std::string_view::npos ? 0 : std::min(e, literal.size()) - point - 1;
  std::string text = e == std::string_view::npos ? fmt::format("{:.{}f}", value, behind)
                                                 : fmt::format("{:.{}e}", value, behind);
  // "-0.00" is 0 at these digits.
  if (text.find_first_of("123456789") == std::string::npos && text.starts_with('-')) text.erase(0, 1);
  return text;
}

}  // namespace attn

#include "input/decimal.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <system_error>

namespace attn {

namespace {

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

/// The power of ten of the first digit other than 0: 2 for 345, -2 for 0.0345.
long leading_power(std::string_view mantissa) {
  const std::size_t point = std::min(mantissa.find('.'), mantissa.size());
  const std::size_t first = std::min(mantissa.find_first_of("123456789"), mantissa.size());
  return static_cast<long>(point) - static_cast<long>(first) - (first < point ? 1 : 0);
}

/// Of a number that is no double: whether it is too small, not too large. from_chars does not say which.
bool is_tiny(std::string_view number) {
  const std::size_t e = number.find_first_of("eE");
  if (e == std::string_view::npos) return leading_power(number) < 0;
  std::string_view digits = number.substr(e + 1);
  const bool negative = digits.starts_with('-');
  if (negative || digits.starts_with('+')) digits.remove_prefix(1);
  long exponent = 0;
  const auto read = std::from_chars(digits.data(), digits.data() + digits.size(), exponent);
  if (read.ec == std::errc::result_out_of_range) return negative;
  return leading_power(number.substr(0, e)) + (negative ? -exponent : exponent) < 0;
}

}  // namespace

Decimal read_decimal(std::string_view text) {
  const bool negative = text.starts_with('-');
  if (negative || text.starts_with('+')) text.remove_prefix(1);
  // from_chars would also take "infinity" and "nan(...)".
  if (text.empty() || !(is_digit(text[0]) || text[0] == '.')) return {0, DecimalError::not_a_number};
  double value = 0;
  const char* end = text.data() + text.size();
  const auto [stop, failure] = std::from_chars(text.data(), end, value);
  if (failure == std::errc::invalid_argument) return {0, DecimalError::not_a_number};
  if (stop != end) return {0, DecimalError::trailing_text};
  if (failure == std::errc::result_out_of_range) {
    if (!is_tiny(text)) return {0, DecimalError::out_of_range};
    value = 0;
  }
  if (std::isinf(value)) return {0, DecimalError::out_of_range};
  return {negative ? -value : value, DecimalError::none};
}

}  // namespace attn

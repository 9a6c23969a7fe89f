#pragma once

#include <string_view>

namespace attn {

enum class DecimalError { none, not_a_number, trailing_text, out_of_range };

struct Decimal {
  double value = 0;
  DecimalError error = DecimalError::none;
};

/// Reads a decimal number: an optional sign, digits with an optional '.', an optional exponent; the whole
/// text must be consumed. Correctly rounded, whatever the locale. What is too small for a double is 0, what
/// is too large is an error.
Decimal read_decimal(std::string_view text);

}  // namespace attn

#pragma once

#include <string>
#include <string_view>

#include "attn/decimals.hpp"

namespace attn {

/// Digits behind the decimal point of a number as it is written: 3 for "0.670", 0 for "12", 4 for "1.2e-3",
/// -2 for "1e2".
int decimals_of(std::string_view literal);

/// The same number, or both NaN.
bool same(double a, double b);

/// True where `printed` is `value` at its digits: rounded to nearest, a tie to either side.
bool prints_as(double value, double printed, int decimals);

/// True where `printed` is `value` with the digits behind these cut off.
bool cuts_to(double value, double printed, int decimals);

/// True where `printed` is what stands there for `value`: a tie goes to either side, unless digits are cut
/// off.
bool is_written(double value, double printed, int decimals, DecimalRounding rounding);

/// "0.670", in the form of the literal: with an exponent, where it has one.
std::string like(std::string_view literal, double value);

}  // namespace attn

#pragma once

#include <array>
#include <string>
#include <string_view>

#include "attn/options.hpp"

namespace attn {

/// How a person rounds.
enum class DecimalRounding { half_up, half_even, cut_off };
inline constexpr std::array decimal_roundings{
    Choice<DecimalRounding>{DecimalRounding::half_up, "half up", "5 away from zero"},
    Choice<DecimalRounding>{DecimalRounding::half_even, "half to even", "5 to the even digit"},
    Choice<DecimalRounding>{DecimalRounding::cut_off, "cut off", "towards zero"},
};

/// Digits behind the decimal point of a number as it is written: 3 for "0.670", 0 for "12", 4 for "1.2e-3",
/// -2 for "1e2".
int decimals_of(std::string_view literal);

/// To so many decimals. What is a tie in decimal is one, whatever the double says: 0.285 to two decimals is
/// 0.29 half up.
double rounded(double value, int decimals, DecimalRounding rounding);

/// True where `printed` is `value` at its digits: rounded to nearest, a tie to either side.
bool prints_as(double value, double printed, int decimals);

/// True where `printed` is `value` with the digits behind these cut off.
bool cuts_to(double value, double printed, int decimals);

/// "0.670", in the form of the literal: with an exponent, where it has one.
std::string like(std::string_view literal, double value);

}  // namespace attn

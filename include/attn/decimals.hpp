#pragma once

#include <array>
#include <limits>
#include <map>
#include <string>
#include <string_view>

#include "attn/options.hpp"

namespace attn {

/// How many decimals the numbers of each step have: "4", "4,exp=3,head1.weights=2".
struct StepDecimals {
  static constexpr int all = std::numeric_limits<int>::max();  ///< not rounded

  int count = 4;
  std::map<std::string, int, std::less<>> of_step = {};  ///< by id or name

  /// Of the step of that id: what is said of the id goes over what is said of its name.
  int of(std::string_view id) const;
};

/// How a person rounds.
enum class DecimalRounding { half_up, half_even, cut_off };
inline constexpr std::array decimal_roundings{
    Choice<DecimalRounding>{DecimalRounding::half_up, "half-up", "5 away from zero"},
    Choice<DecimalRounding>{DecimalRounding::half_even, "half-even", "5 to the even digit"},
    Choice<DecimalRounding>{DecimalRounding::cut_off, "cut-off", "towards zero"},
};

/// Rounding as a person does it, who writes every step down and goes on with what is written.
struct HandRounding {
  StepDecimals decimals;  ///< of each step's numbers
  DecimalRounding ties = DecimalRounding::half_up;
};

/// To how many decimals a number is rounded, and how.
struct DecimalPlaces {
  int count = 4;
  DecimalRounding ties = DecimalRounding::half_up;
};

/// To so many decimals. What is a tie in decimal is one, whatever the double says: 0.285 to two decimals is
/// 0.29 half up.
double rounded(double value, int decimals, DecimalRounding rounding);

}  // namespace attn

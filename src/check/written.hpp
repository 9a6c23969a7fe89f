#pragma once

#include <span>
#include <string>
#include <string_view>

#include "attn/raw_problem.hpp"

namespace attn {

/// The shortest text that reads back to the same double; "inf", "-inf" and "nan" with quotes.
std::string shortest(double value);

/// With so many decimals, rounded half to even; zero has no sign. What has no decimals to speak of (1e15 and
/// more, infinities, NaN) is written as `shortest` writes it.
std::string with_decimals(double value, int decimals);

/// How the author of an array writes numbers.
class Hand {
 public:
  explicit Hand(std::span<const Literal> array);

  /// A new number in the place of an old one, with as many digits; the old text, where it states the new
  /// number as it is. What is not stated stays so.
  std::string write(double value, const Literal& old) const;

 private:
  /// One number has all digits of a double, or there is none to learn from.
  bool is_full_ = true;
  std::string_view model_;  ///< the number with the most decimals; without one, empty
};

}  // namespace attn

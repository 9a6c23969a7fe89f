#pragma once

#include <algorithm>
#include <cmath>

namespace attn {

// Numbers in units of their last decimal, as long doubles, which reach far enough for 1e-320 in its own
// units.

inline long double power_of_ten(int exponent) {
  return std::pow(10.0L, static_cast<long double>(exponent));
}

inline long double in_units(double value, int decimals) {
  return static_cast<long double>(value) * power_of_ten(decimals);
}

/// How far a double may be from the decimal that it stands for, and a computed one from the exact one: in
/// units of the last decimal, of which it has so many. Less than what tells one decimal from the next.
inline long double blur(long double units) {
  return std::min(1e-9L + 1e-13L * std::abs(units), 1e-3L);
}

}  // namespace attn

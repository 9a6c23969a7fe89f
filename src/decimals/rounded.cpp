#include <cmath>

#include "attn/decimals.hpp"
#include "decimals/units.hpp"

namespace attn {

double rounded(double value, int decimals, DecimalRounding rounding) {
  if (!std::isfinite(value)) return value;
  const long double units = std::abs(in_units(value, decimals));
  if (units >= 0x1p53L) return value;  // a double has no such decimals
  const long double below = std::floor(units + blur(units));
  const long double rest = units - below;
  const bool is_tie = std::abs(rest - 0.5L) <= blur(units);
  long double whole = rest > 0.5L ? below + 1 : below;
  if (rounding == DecimalRounding::cut_off) whole = below;
  if (is_tie && rounding == DecimalRounding::half_up) whole = below + 1;
  if (is_tie && rounding == DecimalRounding::half_even) whole = 2 * std::round(units / 2);
  return std::copysign(static_cast<double>(whole / power_of_ten(decimals)), value);
}

}  // namespace attn

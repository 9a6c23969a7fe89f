#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace attn {

struct Rgb {
  std::uint8_t red = 0;
  std::uint8_t green = 0;
  std::uint8_t blue = 0;
};

/// "#2166ac".
std::string hex(const Rgb& colour);

/// Black or white, whichever is easier to read on it: the larger contrast ratio of WCAG 2.1.
Rgb ink_on(const Rgb& background);

/// What numbers look like. Sequential: from 0, white, to `limit`. Diverging: from -limit, red, over 0,
/// white, to limit, blue.
class ColourScale {
 public:
  static ColourScale sequential(double largest);
  static ColourScale diverging(double largest_magnitude);

  bool is_diverging() const { return is_diverging_; }
  double low() const { return is_diverging_ ? -limit_ : 0; }
  double high() const { return limit_; }
  /// Of a number; what lies beyond the ends has their colour.
  Rgb colour(double value) const;
  /// Equally far from each other, from low to high.
  std::span<const Rgb> stops() const;
  /// Numbers to be written at the scale, from low to high.
  std::vector<double> ticks() const;

 private:
  ColourScale(bool is_diverging, double largest);

  bool is_diverging_;
  double limit_;  ///< a round number
};

}  // namespace attn

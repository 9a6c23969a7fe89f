#include "render/figure/colour_scale.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace attn {
namespace {

constexpr Rgb rgb(std::uint32_t code) {
  return {static_cast<std::uint8_t>(code >> 16), static_cast<std::uint8_t>(code >> 8 & 0xff),
          static_cast<std::uint8_t>(code & 0xff)};
}

// The scales "Blues" (9 classes, its lightest replaced by white) and "RdBu" (11 classes) of ColorBrewer 2.0
// (Cynthia Brewer, colorbrewer2.org): even steps of lightness, and safe for all common kinds of colour
// blindness. What is large is blue in both, as on the page.
constexpr std::array blues{rgb(0xffffff), rgb(0xdeebf7), rgb(0xc6dbef), rgb(0x9ecae1), rgb(0x6baed6),
                           rgb(0x4292c6), rgb(0x2171b5), rgb(0x08519c), rgb(0x08306b)};
constexpr std::array red_to_blue{rgb(0x67001f), rgb(0xb2182b), rgb(0xd6604d), rgb(0xf4a582),
                                 rgb(0xfddbc7), rgb(0xf7f7f7), rgb(0xd1e5f0), rgb(0x92c5de),
                                 rgb(0x4393c3), rgb(0x2166ac), rgb(0x053061)};

std::uint8_t between(std::uint8_t from, std::uint8_t to, double part) {
  return static_cast<std::uint8_t>(std::lround(from + part * (to - from)));
}

/// WCAG 2.1, "relative luminance".
double luminance(const Rgb& colour) {
  const auto linear = [](std::uint8_t channel) {
    const double c = channel / 255.0;
    return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
  };
  return 0.2126 * linear(colour.red) + 0.7152 * linear(colour.green) + 0.0722 * linear(colour.blue);
}

/// WCAG 2.1, "contrast ratio".
double contrast(double lighter, double darker) {
  return (lighter + 0.05) / (darker + 0.05);
}

/// The smallest number that is not below `x` and has such a first digit, or two.
double round_number(double x) {
  constexpr std::array steps{1.0, 1.5, 2.0, 2.5, 3.0, 4.0, 5.0, 6.0, 8.0, 10.0};
  if (!(x > 0) || !std::isfinite(x)) return 1;
  const double power = std::pow(10, std::floor(std::log10(x)));
  for (const double step : steps)
    if (step * power >= x * (1 - 1e-12) && std::isfinite(step * power)) return step * power;
  return x;
}

}  // namespace

std::string hex(const Rgb& colour) {
  return fmt::format("#{:02x}{:02x}{:02x}", colour.red, colour.green, colour.blue);
}

Rgb ink_on(const Rgb& background) {
  const double shade = luminance(background);
  return contrast(1, shade) > contrast(shade, 0) ? rgb(0xffffff) : rgb(0x000000);
}

ColourScale::ColourScale(bool is_diverging, double largest)
    : is_diverging_(is_diverging), limit_(round_number(largest)) {}

ColourScale ColourScale::sequential(double largest) {
  return {false, largest};
}

ColourScale ColourScale::diverging(double largest_magnitude) {
  return {true, largest_magnitude};
}

std::span<const Rgb> ColourScale::stops() const {
  if (is_diverging_) return red_to_blue;
  return blues;
}

Rgb ColourScale::colour(double value) const {
  const std::span<const Rgb> colours = stops();
  const double of_limit = value / limit_;
  const double part = std::clamp(is_diverging_ ? (of_limit + 1) / 2 : of_limit, 0.0, 1.0);
  const double at = part * static_cast<double>(colours.size() - 1);
  const auto stop = std::min(static_cast<std::size_t>(at), colours.size() - 2);
  const Rgb& from = colours[stop];
  const Rgb& to = colours[stop + 1];
  const double rest = at - static_cast<double>(stop);
  return {between(from.red, to.red, rest), between(from.green, to.green, rest),
          between(from.blue, to.blue, rest)};
}

std::vector<double> ColourScale::ticks() const {
  std::vector<double> numbers;
  for (const double part : {0.0, 0.25, 0.5, 0.75, 1.0})
    numbers.push_back(limit_ * (is_diverging_ ? 2 * part - 1 : part));
  return numbers;
}

}  // namespace attn

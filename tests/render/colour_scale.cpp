#include "render/figure/colour_scale.hpp"

#include <doctest/doctest.h>

#include <cmath>

namespace attn {

namespace {

/// The contrast ratio by the formula of WCAG 2.1, from a colour as "#rrggbb".
double luminance(const std::string& colour) {
  double sum = 0;
  constexpr double shares[]{0.2126, 0.7152, 0.0722};
  for (std::size_t i = 0; i < 3; ++i) {
    const double c = std::stoi(colour.substr(1 + 2 * i, 2), nullptr, 16) / 255.0;
    sum += shares[i] * (c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4));
  }
  return sum;
}

double contrast(const std::string& one, const std::string& other) {
  const double a = luminance(one) + 0.05;
  const double b = luminance(other) + 0.05;
  return std::max(a, b) / std::min(a, b);
}

}  // namespace

TEST_CASE("colours: 0 is white, the ends are the darkest") {
  const ColourScale weights = ColourScale::sequential(0.93);
  CHECK(weights.low() == 0);
  CHECK(weights.high() == 1);
  CHECK(hex(weights.colour(0)) == "#ffffff");
  CHECK(hex(weights.colour(0.125)) == "#deebf7");
  CHECK(hex(weights.colour(1)) == "#08306b");
  CHECK(hex(weights.colour(7)) == "#08306b");

  const ColourScale scores = ColourScale::diverging(3.5);
  CHECK(scores.low() == -4);
  CHECK(scores.high() == 4);
  CHECK(hex(scores.colour(0)) == "#f7f7f7");
  CHECK(hex(scores.colour(-4)) == "#67001f");
  CHECK(hex(scores.colour(4)) == "#053061");
  CHECK(hex(scores.colour(INFINITY)) == "#053061");
}

TEST_CASE("colours: the scale ends at a round number") {
  for (const auto& [largest, end] : {std::pair(0.3, 0.3),
                                     {0.31, 0.4},
                                     {1.0, 1.0},
                                     {1.01, 1.5},
                                     {12.25, 15.0},
                                     {0.0021, 0.0025},
                                     {9.5, 10.0},
                                     {0.0, 1.0}})
    CHECK(ColourScale::sequential(largest).high() == doctest::Approx(end));
  CHECK(ColourScale::sequential(1.7e308).high() == 1.7e308);
  CHECK(ColourScale::diverging(1.7e308).colour(0).red == 0xf7);
  CHECK(ColourScale::diverging(2).ticks() == std::vector<double>{-2, -1, 0, 1, 2});
  CHECK(ColourScale::sequential(1).ticks() == std::vector<double>{0, 0.25, 0.5, 0.75, 1});
}

TEST_CASE("colours: numbers can be read on each of them") {
  // 4.5 is what WCAG asks of text. Black or white always has it: their ratios multiply to 21.
  for (const ColourScale& scale : {ColourScale::sequential(1), ColourScale::diverging(1)})
    for (double value = -1; value <= 1; value += 0.01) {
      const Rgb colour = scale.colour(value);
      CHECK(contrast(hex(colour), hex(ink_on(colour))) >= 4.5);
    }
}

}  // namespace attn

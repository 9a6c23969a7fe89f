#include "as_written/manner.hpp"

#include <fmt/format.h>

#include <cmath>

namespace attn {

namespace {

/// How many printed numbers that way gives, digit for digit: of all steps, or of those of one name.
std::size_t count_explained(HandCalculation& calculation, const Way& way, std::string_view name = {}) {
  std::size_t count = 0;
  for (const PrintedStep& step : calculation.steps()) {
    if (!name.empty() && step.node->name != name) continue;
    const Matrix<double> values = calculation.values(step, way);
    for (std::size_t cell = 0; cell < values.size(); ++cell)
      if (step.is_stated[cell] &&
          prints_as(values.flat(cell), step.expected->values.flat(cell), step.decimals[cell]))
        ++count;
  }
  return count;
}

}  // namespace

std::string scale_in_words(double scale) {
  if (std::isnan(scale)) return "";
  const double divisor = 1 / scale;
  const bool is_divisor = std::abs(divisor * 1e4 - std::round(divisor * 1e4)) < 1e-6;
  return is_divisor ? fmt::format(", √d_k taken for {:.9g}", divisor)
                    : fmt::format(", 1/√d_k taken for {:.9g}", scale);
}

Manner find_manner(HandCalculation& calculation) {
  Manner best;
  std::size_t most = count_explained(calculation, best.way);
  const auto consider = [&](const Way& way, const std::string& words) {
    const std::size_t explained = count_explained(calculation, way);
    if (explained <= most) return;
    // Who takes 1.414 for √2 prints scaled scores that say so.
    if (count_explained(calculation, way, "scaled") <
        count_explained(calculation, {.rounding = way.rounding}, "scaled"))
      return;
    most = explained;
    best = {way, words + scale_in_words(way.scale)};
  };
  std::vector<double> scales{std::numeric_limits<double>::quiet_NaN()};
  scales.insert(scales.end(), calculation.scales().begin(), calculation.scales().end());
  for (const double scale : scales) consider({.scale = scale}, Manner{}.words);
  for (const auto& rounding : decimal_roundings)
    for (const double scale : scales)
      consider({.rounding = rounding.value, .scale = scale},
               fmt::format("from rounded numbers, step by step ({})", rounding.name));
  return best;
}

}  // namespace attn

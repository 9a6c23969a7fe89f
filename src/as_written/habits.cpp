#include "as_written/habits.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace attn {

namespace {

/// 1/√d_k, and what may be written for it, to one digit behind the point up to four, as a divisor or as a
/// factor. None of these where the scale was said, or √d_k is whole.
std::vector<double> written_scales(const Problem& problem) {
  std::vector<double> scales{std::numeric_limits<double>::quiet_NaN()};
  if (problem.options.scale_given || !problem.options.scale) return scales;
  const double root = std::sqrt(static_cast<double>(problem.sizes.d_k));
  if (root == std::floor(root)) return scales;
  for (const int decimals : {3, 2, 4, 1}) {
    scales.push_back(1 / rounded(root, decimals, DecimalRounding::half_up));
    scales.push_back(rounded(1 / root, decimals, DecimalRounding::half_up));
  }
  return scales;
}

/// The most that a number of the step is written with: 0.5 may be 0.500 without its zeros.
int most_decimals(const PrintedStep& step) {
  int most = 0;
  for (std::size_t cell = 0; cell < step.decimals.size(); ++cell)
    if (step.is_stated[cell]) most = std::max(most, step.decimals[cell]);
  return most;
}

}  // namespace

std::set<int> decimals_of_steps(const HandCalculation& calculation) {
  std::set<int> decimals;
  for (const PrintedStep& step : calculation.steps())
    if (const int most = most_decimals(step); most > 0) decimals.insert(most);
  return decimals;
}

std::vector<Habit> habits_of(const Problem& problem, const HandCalculation& calculation) {
  std::vector<std::optional<int>> unprinted{std::nullopt};
  if (const std::set<int> decimals = decimals_of_steps(calculation); decimals.size() == 1)
    unprinted.emplace_back(*decimals.begin());
  std::vector<Habit> habits;
  for (const double scale : written_scales(problem))
    for (const auto& rounding : decimal_roundings)
      for (const std::optional<int>& decimals : unprinted)
        habits.push_back({.scale = scale, .rounding = rounding.value, .unprinted = decimals});
  return habits;
}

std::string scale_in_words(double scale) {
  if (std::isnan(scale)) return "";
  const double divisor = 1 / scale;
  const bool is_divisor = std::abs(divisor * 1e4 - std::round(divisor * 1e4)) < 1e-6;
  return is_divisor ? fmt::format(", √d_k taken for {:.9g}", divisor)
                    : fmt::format(", 1/√d_k taken for {:.9g}", scale);
}

}  // namespace attn

#include "as_written/manner.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <vector>

#include "as_written/habits.hpp"

namespace attn {

namespace {

/// How many of the numbers that are not wrong that way leaves as they are.
std::size_t count_kept(HandCalculation& calculation, const Way& way) {
  std::size_t count = 0;
  for (const PrintedStep& step : calculation.steps()) {
    const Matrix<double> values = calculation.values(step, way);
    for (std::size_t cell = 0; cell < values.size(); ++cell)
      if (step.is_stated[cell] && !step.is_wrong[cell] &&
          gives_as_written(way, step, cell, values.flat(cell)))
        ++count;
  }
  return count;
}

/// Simplest first.
std::vector<Way> ways_of(const HandCalculation& calculation, Habit habit) {
  habit.unprinted = {};
  std::vector<Way> ways{{.habit = habit}};
  std::vector<DecimalRounding> roundings{habit.rounding};
  // Both are to nearest: which way ties go shows in the numbers that come after them.
  if (habit.rounding == DecimalRounding::half_up) roundings.push_back(DecimalRounding::half_even);
  const std::set<int> decimals = decimals_of_steps(calculation);
  for (const DecimalRounding rounding : roundings) {
    habit.rounding = rounding;
    habit.unprinted = {};
    if (decimals.size() == 1) habit.unprinted = *decimals.begin();
    ways.push_back({.habit = habit, .is_stepwise = true});
    habit.unprinted = {};
    ways.push_back({.habit = habit, .is_stepwise = true});
  }
  return ways;
}

/// True where it makes a difference to the printed steps whether those that are not printed are rounded.
bool depends_on_unprinted(HandCalculation& calculation, const Way& way) {
  const std::set<int> decimals = decimals_of_steps(calculation);
  if (decimals.empty()) return false;
  Way other = way;
  if (way.habit.unprinted)
    other.habit.unprinted = {};
  else
    other.habit.unprinted = *decimals.rbegin();
  return std::ranges::any_of(calculation.steps(), [&](const PrintedStep& step) {
    const Matrix<double> values = calculation.values(step, way);
    return values != calculation.values(step, other);
  });
}

std::string in_words(HandCalculation& calculation, const Way& way) {
  const Habit& habit = way.habit;
  const std::string scale = scale_in_words(habit.scale);
  if (!way.is_stepwise && habit.rounding == DecimalRounding::cut_off)
    return "in full; of what is printed the last digits are cut off" + scale;
  if (!way.is_stepwise) return "in full; only what is printed is rounded" + scale;
  std::string unprinted;
  if (depends_on_unprinted(calculation, way))
    unprinted = habit.unprinted ? fmt::format(", steps that are not printed to {} decimals", *habit.unprinted)
                                : ", steps that are not printed in full";
  return fmt::format("from rounded numbers, step by step ({}){}{}",
                     name_of(decimal_roundings, habit.rounding), unprinted, scale);
}

}  // namespace

bool gives_as_written(const Way& way, const PrintedStep& step, std::size_t cell, double value) {
  const double printed = step.expected->values.flat(cell);
  const int decimals = step.decimals[cell];
  if (!way.is_stepwise) return is_written(value, printed, decimals, way.habit.rounding);
  return same(rounded(value, decimals, way.habit.rounding), printed);
}

Manner find_manner(HandCalculation& calculation, const Habit& habit) {
  const std::vector<Way> ways = ways_of(calculation, habit);
  Way best = ways.front();
  std::size_t most = count_kept(calculation, best);
  for (const Way& way : ways) {
    const std::size_t kept = count_kept(calculation, way);
    if (kept <= most) continue;
    most = kept;
    best = way;
  }
  return {best, in_words(calculation, best)};
}

}  // namespace attn

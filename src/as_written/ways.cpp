// The ways in which a person can have come to a step.
#include <algorithm>
#include <bit>
#include <cmath>
#include <functional>
#include <numeric>
#include <set>
#include <utility>

#include "as_written/hand_calculation.hpp"

namespace attn {

namespace {

/// Every choice of some of these bits, from all of them to none; of very many, the last ones.
std::vector<std::uint32_t> choices(const std::vector<std::uint32_t>& bits) {
  constexpr std::size_t most_chosen = 9;
  const std::size_t chosen = std::min(bits.size(), most_chosen);
  std::vector<std::uint32_t> choices;
  for (std::uint32_t choice = 0; choice < (std::uint32_t{1} << chosen); ++choice) {
    std::uint32_t printed = 0;
    for (std::size_t i = 0; i < bits.size(); ++i)
      if (i + chosen < bits.size() || (choice >> (i + chosen - bits.size()) & 1U) != 0) printed |= bits[i];
    choices.push_back(printed);
  }
  std::ranges::stable_sort(choices, std::ranges::greater{},
                           [](std::uint32_t choice) { return std::popcount(choice); });
  return choices;
}

}  // namespace

/// True where to take a step as it is printed makes a difference: its numbers are not those that lead to it.
bool HandCalculation::is_rounded(const PrintedStep& step) {
  const Matrix<double>& exact = values(step, {});
  for (std::size_t cell = 0; cell < exact.size(); ++cell) {
    if (!step.is_stated[cell]) continue;
    const double printed = step.expected->values.flat(cell);
    if (std::abs(exact.flat(cell) - printed) > 1e-12 * std::abs(printed)) return true;
  }
  return false;
}

/// The bits of the steps before, in their order.
std::vector<std::uint32_t> HandCalculation::rounded_before(const PrintedStep& step) {
  const auto [entry, is_new] = rounded_before_.try_emplace(&step);
  if (!is_new) return entry->second;
  for (const std::string_view name : names_) {
    const auto is_before = [&](const PrintedStep& other) {
      const std::vector<Node*>& before = ancestors(step);
      return other.node->name == name && std::ranges::find(before, other.node.get()) != before.end() &&
             printed_of(*other.node) && is_rounded(other);
    };
    if (std::ranges::any_of(steps_, is_before)) entry->second.push_back(bit_of(name));
  }
  return entry->second;
}

std::vector<Way> HandCalculation::ways(const PrintedStep& step, const Habit& habit) {
  const std::vector<std::uint32_t> bits = rounded_before(step);
  std::vector<Way> ways{{.habit = habit}};
  std::set<std::pair<std::uint32_t, bool>> known;
  const auto add = [&](std::uint32_t printed, bool is_stepwise) {
    Way way{.habit = habit, .printed = printed, .is_stepwise = is_stepwise, .avoids_wrong = false};
    const Course taken = course(step, way);
    way.printed = taken.printed;
    way.is_stepwise = is_stepwise && taken.is_rounded;
    if (known.emplace(way.printed, way.is_stepwise).second) ways.push_back(way);
  };
  for (const std::uint32_t printed : choices(bits)) add(printed, false);
  // By hand from some step on: as printed up to there, rounded step by step behind it.
  for (std::size_t cut = bits.size() + 1; cut-- > 0;)
    add(std::reduce(bits.begin(), bits.begin() + static_cast<std::ptrdiff_t>(cut), 0U, std::bit_or{}), true);
  return ways;
}

}  // namespace attn

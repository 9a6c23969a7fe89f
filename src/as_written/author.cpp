#include "as_written/author.hpp"

#include <algorithm>
#include <limits>

#include "as_written/digits.hpp"
#include "as_written/habits.hpp"

namespace attn {

namespace {

/// Nobody does large problems by hand: of these, only the simplest habits are tried.
std::vector<Habit> affordable(std::vector<Habit> habits, HandCalculation& calculation) {
  double work = 0;
  for (const PrintedStep& step : calculation.steps())
    work += calculation.cost(step) * static_cast<double>(calculation.ways(step, {}).size());
  constexpr double most_work = 3e8;
  constexpr double least_habits = 6;  // those with √d_k itself
  const auto most = static_cast<std::size_t>(std::max(least_habits, most_work / work));
  if (habits.size() > most) habits.resize(most);
  return habits;
}

}  // namespace

Author::Author(const Problem& problem, HandCalculation& calculation) : calculation_(calculation) {
  for (const PrintedStep& step : calculation.steps()) exact_.push_back(calculation.values(step, {}));
  find_habit(affordable(habits_of(problem, calculation), calculation));
}

void Author::find_habit(const std::vector<Habit>& habits) {
  constexpr std::size_t all = std::numeric_limits<std::size_t>::max();
  Misfit least{all, all};
  for (const Habit& habit : habits) {
    const Misfit misfit = derive_all(habit, least, Numbers::alike);
    if (misfit >= least) continue;  // of as many, the simplest
    least = misfit;
    habit_ = habit;
    if (least == Misfit{}) return;
  }
  derive_all(habit_, {all, all}, Numbers::some_apart);
}

/// Step by step: what was found wrong in one is known to the next. Ends as soon as the limit is exceeded.
Misfit Author::derive_all(const Habit& habit, const Misfit& limit, Numbers numbers) {
  for (PrintedStep& step : calculation_.steps()) {
    step.is_wrong.assign(step.is_wrong.size(), false);
    step.is_slip.assign(step.is_slip.size(), false);
  }
  derivations_.clear();
  Misfit sum;
  for (PrintedStep& step : calculation_.steps()) {
    derivations_.push_back(derive(calculation_, step, habit));
    if (numbers == Numbers::some_apart) derive_cells_apart(calculation_, step, derivations_.back());
    sum += derivations_.back().misfit;
    if (sum > limit) break;
    mark_wrong(step);
  }
  return sum;
}

/// Of the step that was derived last.
void Author::mark_wrong(PrintedStep& step) {
  for (std::size_t cell = 0; cell < step.is_stated.size(); ++cell) {
    if (!step.is_stated[cell]) continue;
    const Verdict verdict = verdict_of(derivations_.size() - 1, cell);
    step.is_slip[cell] = verdict == Verdict::wrong_here;
    step.is_wrong[cell] = step.is_slip[cell] || verdict == Verdict::inherited;
  }
}

/// What the exact value is at its digits is right, however the author may have come to it.
Verdict Author::verdict_of(std::size_t step, std::size_t cell) const {
  const PrintedStep& printed = calculation_.steps()[step];
  if (prints_as(exact_[step].flat(cell), printed.expected->values.flat(cell), printed.decimals[cell]))
    return Verdict::right;
  switch (derivations_[step].given[cell]) {
    case Given::no:
      return Verdict::wrong_here;
    case Given::from_wrong:
      return Verdict::inherited;
    case Given::from_right:
      break;
  }
  return Verdict::rounded;
}

}  // namespace attn

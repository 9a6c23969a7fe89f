#pragma once

#include <vector>

#include "as_written/derivation.hpp"
#include "as_written/hand_calculation.hpp"
#include "as_written/verdicts.hpp"
#include "attn/problem.hpp"

namespace attn {

/// Who wrote the printed numbers: the one habit that leaves the fewest of them open, and how each step comes
/// about by it. A second habit for what is left would explain nearly any number that is a little off.
class Author {
 public:
  /// Marks the numbers of `calculation` that are wrong.
  Author(const Problem& problem, HandCalculation& calculation);

  const Habit& habit() const { return habit_; }
  /// Of each step, in the order of `calculation`.
  const std::vector<Derivation>& derivations() const { return derivations_; }
  const std::vector<Matrix<double>>& exact() const { return exact_; }
  /// Of a stated cell.
  Verdict verdict_of(std::size_t step, std::size_t cell) const;

 private:
  void find_habit(const std::vector<Habit>& habits);
  enum class Numbers { alike, some_apart };

  Misfit derive_all(const Habit& habit, const Misfit& limit, Numbers numbers);
  void mark_wrong(PrintedStep& step);

  HandCalculation& calculation_;
  Habit habit_;
  std::vector<Matrix<double>> exact_;
  std::vector<Derivation> derivations_;  ///< by the habit that was tried last
};

}  // namespace attn

#pragma once

#include <compare>
#include <cstddef>
#include <utility>
#include <vector>

#include "as_written/hand_calculation.hpp"

namespace attn {

/// Whether a number is what is printed, on a way that avoids wrong numbers or at least on one that does not.
enum class Given { no, from_wrong, from_right };

/// Numbers that do not come about on some way, be they right or not, and numbers that do from wrong ones
/// only.
struct Misfit {
  std::size_t open = 0;
  std::size_t from_wrong = 0;

  auto operator<=>(const Misfit&) const = default;  // NOLINT(modernize-use-nullptr): there is none
  Misfit& operator+=(const Misfit& other);
};

/// How a step comes about: of each row, or of a column of numbers as a whole, one way for all its numbers.
struct Derivation {
  std::vector<Way> ways;                 ///< to the step, as far as they were tried
  std::vector<std::size_t> way_of_cell;  ///< index of the way
  std::vector<Given> given;              ///< of each cell; of one that is not stated, no
  Misfit misfit;
};

/// On the ways that leave the fewest numbers open; of as many, the fewest that come from wrong ones; then the
/// simplest.
Derivation derive(HandCalculation& calculation, const PrintedStep& step, const Habit& habit);

/// Of the numbers that are still open, those that come about on the way of their row with digits cut off, in
/// a text whose digits are rounded, or the other way round. That is less than a unit of the last digit.
void derive_cells_apart(HandCalculation& calculation, const PrintedStep& step, Derivation& best);

/// Cells of a step, and a way on which all of them come about.
struct Derived {
  Way way;
  std::vector<std::size_t> cells;
};

/// Cells that come about on that way, with all taken from it that they come about without: rounding of steps,
/// another √d_k.
std::vector<Derived> simplified(HandCalculation& calculation, const PrintedStep& step, Derived whole);

}  // namespace attn

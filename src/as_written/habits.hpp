#pragma once

#include <set>
#include <string>
#include <vector>

#include "as_written/hand_calculation.hpp"
#include "attn/problem.hpp"

namespace attn {

/// The habits that an author of these numbers may have, simplest first: 1/√d_k itself, rounded to nearest,
/// steps that are not printed carried in full.
std::vector<Habit> habits_of(const Problem& problem, const HandCalculation& calculation);

/// The decimals that printed steps have, from the fewest to the most; of steps of whole numbers nobody knows.
std::set<int> decimals_of_steps(const HandCalculation& calculation);

/// ", √d_k taken for 1.41"; "" where it is √d_k itself.
std::string scale_in_words(double scale);

}  // namespace attn

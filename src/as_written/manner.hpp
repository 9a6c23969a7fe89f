#pragma once

#include <string>

#include "as_written/hand_calculation.hpp"

namespace attn {

/// How somebody comes from the inputs to what is printed.
struct Manner {
  Way way;
  std::string words;
};

/// Of somebody with that habit: in full, or from rounded numbers, and then with the steps that are not
/// printed rounded too or in full, whatever leaves the most of the numbers that are not wrong as they are.
Manner find_manner(HandCalculation& calculation, const Habit& habit);

/// True where a value that was calculated on that way is what is written there. In full, a tie may go either
/// way; step by step the next step goes on with the digits.
bool gives_as_written(const Way& way, const PrintedStep& step, std::size_t cell, double value);

}  // namespace attn

#pragma once

#include <string>

#include "as_written/hand_calculation.hpp"

namespace attn {

/// How somebody calculates.
struct Manner {
  Way way;
  std::string words = "in full; only what is printed is rounded";
};

/// In full, or by hand, with the √d_k and the rounding that explain the most of the printed numbers.
Manner find_manner(HandCalculation& calculation);

/// ", √d_k taken for 1.41"; "" where it is √d_k itself.
std::string scale_in_words(double scale);

}  // namespace attn

#pragma once

#include <string>
#include <vector>

#include "as_written/hand_calculation.hpp"

namespace attn {

/// From which numbers cells of a step come on that way, in words that are true of the numbers that are
/// printed: "from the printed scores, V, each step rounded (half-up)".
std::vector<std::string> explain_cells(HandCalculation& calculation, const PrintedStep& step,
                                       const std::vector<std::size_t>& cells, const Way& way);

/// The operands of one cell as they were last computed, where that is one number each: "shifted 4.243".
std::string operands_in_words(const Node& node, std::size_t cell);

}  // namespace attn

#pragma once

#include <string>
#include <vector>

#include "diff/report.hpp"

namespace attn {

/// The rows of a step that differ: reference, candidate and difference below each other. Of many rows the
/// first ones, of many columns those that differ.
std::vector<std::string> side_by_side(const StepDifference& difference, const DiffSides& sides);

}  // namespace attn

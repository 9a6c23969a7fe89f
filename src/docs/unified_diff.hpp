#pragma once

#include <span>
#include <string>
#include <vector>

#include "docs/likeness.hpp"

namespace attn {

/// How written lines become computed ones, in the unified format, without the two lines that name files.
/// `first_line`: the number of the first written line in its file. `same`: which lines count as equal.
std::vector<std::string> unified_diff(std::span<const std::string> written,
                                      std::span<const ComputedLine> computed, std::size_t first_line,
                                      SameLine same);

}  // namespace attn

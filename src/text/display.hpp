#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace attn {

/// The columns that visible UTF-8 text takes on a terminal: 2 for CJK and emoji, 0 for combining marks.
std::size_t display_width(std::string_view text);

/// At most `width` columns of visible text; what was longer ends in "…".
std::string shortened(std::string_view text, std::size_t width);

}  // namespace attn

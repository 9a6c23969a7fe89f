#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace attn {

/// Text that came from a file, safe to show on one line of a terminal: what would steer the terminal or
/// cannot be seen (control characters, changes of direction, bytes that are no UTF-8) is spelled out, as in
/// "\x1b".
std::string visible(std::string_view text);

/// The columns that visible UTF-8 text takes on a terminal: 2 for CJK and emoji, 0 for combining marks.
std::size_t display_width(std::string_view text);

/// At most `width` columns of visible text; what was longer ends in "…".
std::string shortened(std::string_view text, std::size_t width);

}  // namespace attn

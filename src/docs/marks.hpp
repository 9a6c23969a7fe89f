#pragma once

// The comments in a page that are for attn-calc. Which text is a comment, and which is code, is said by
// cmark, the reference implementation of CommonMark.

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

#include "docs/lines.hpp"

namespace attn {

/// <!-- attn-calc ... --> or <!-- /attn-calc ... -->
struct Mark {
  std::size_t line = 0;       ///< its index
  std::size_t column = 0;     ///< bytes before it in the line
  std::string_view comment;   ///< from "<!--" to "-->"
  std::string_view inside;    ///< behind "attn-calc", without blanks at the ends
  bool closes = false;        ///< it is /attn-calc
  bool is_alone = false;      ///< but for the quote or list that it stands in, the line has nothing else
  std::size_t html_line = 0;  ///< not in text: the index of the line that its HTML begins in
  bool in_text = false;       ///< of a paragraph, a heading or a table
};

/// In order. Throws InputError, which begins with `where` and a line, for a comment that does not end in its
/// line, and for fenced code that hides one because it is not closed. `lines` are those of the page.
std::vector<Mark> find_marks(std::string_view page, std::span<const Line> lines, std::string_view where);

/// Throws InputError that begins with a place.
[[noreturn]] void fail_at(std::string_view where, std::size_t line, std::string_view message);

}  // namespace attn

#pragma once

#include <string_view>
#include <vector>

namespace attn {

/// A line of a page. The text and its ending ("\n", "\r\n", "\r", or none in the last line) lie side by side.
struct Line {
  std::string_view text;
  std::string_view ending;
};

/// Together they are the text, but for a byte order mark; it has to outlive them. Lines end as they do in
/// CommonMark (0.31, section 2.1), so that both count alike.
std::vector<Line> lines_of(std::string_view text);

/// The text from the first line to the last one, endings included. Both are lines of one text.
inline std::string_view text_from(const Line& first, const Line& last) {
  return {first.text.data(), last.ending.data() + last.ending.size()};
}

}  // namespace attn

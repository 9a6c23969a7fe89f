#pragma once

// What stands in a block, and what is written there. Both are lines without the prefix that the block's lines
// have in a list or a quote, and without blank lines at either end, which an editor may add.

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "docs/page.hpp"

namespace attn {

using TextLines = std::vector<std::string>;

TextLines content_of(std::span<const Line> lines, const Block& block);

/// What a command prints, in fenced code of that language, or as it is where `language` is "".
TextLines fenced(std::string_view output, std::string_view language);

/// The blank lines that are to stand around the content: those that do, and where none does, one around
/// Markdown.
struct Blanks {
  std::vector<Line> before;
  std::vector<Line> behind;
};
Blanks blanks_around(std::span<const Line> lines, const Block& block, const TextLines& content);

/// The source of the block, with `content` between its comments and its fingerprint in the closing one. Every
/// other byte stays.
std::string with_content(std::span<const Line> lines, const Block& block, const TextLines& content);

/// The source of the block, with another fingerprint.
std::string with_fingerprint(std::span<const Line> lines, const Block& block, std::string_view fingerprint);

/// A line of content as it stands in the page.
std::string with_prefix(std::string_view prefix, std::string_view line);

}  // namespace attn

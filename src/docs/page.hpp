#pragma once

// A Markdown file, and the places in it that hold what a command prints:
//
//   <!-- attn-calc: run examples/two-tokens.json -->
//   <!-- /attn-calc -->

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace attn {

/// A line of a page. The text and its ending ("\n", "\r\n", or none in the last line) lie side by side.
struct Line {
  std::string_view text;
  std::string_view ending;
};

/// Lines by their index, which counts from 0.
struct Block {
  std::size_t begin = 0;         ///< the opening comment
  std::size_t end = 0;           ///< the closing one
  std::string_view command;      ///< behind "attn-calc:"
  std::string prefix;            ///< what every line in between begins with, in a list or a quote: "  ", "> "
  std::string_view fingerprint;  ///< in the closing comment; empty where there is none
};

/// Together they are the text, which has to outlive them.
std::vector<Line> lines_of(std::string_view text);

/// The blocks of a page, in order. Comments within fenced code begin none. Throws InputError, which begins
/// with `where` and a line, for a block that is not complete and a comment that is not written right.
std::vector<Block> find_blocks(std::span<const Line> lines, std::string_view where);

}  // namespace attn

#pragma once

// A Markdown file, and the places in it that hold what a command prints:
//
//   <!-- attn-calc: run examples/two-tokens.json -->
//   <!-- /attn-calc -->
//
// and within a line <!-- attn-calc: value examples/two-tokens.json weights[0,1] -->0.6698<!-- /attn-calc -->.

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "docs/lines.hpp"

namespace attn {

/// Lines by their index, which counts from 0.
struct Block {
  std::size_t begin = 0;         ///< the opening comment
  std::size_t end = 0;           ///< the closing one
  std::string_view command;      ///< behind "attn-calc:"
  std::string prefix;            ///< what every line in between begins with, in a list or a quote: "  ", "> "
  std::string_view fingerprint;  ///< in the closing comment; empty where there is none
  std::string_view source;       ///< both lines and all between them; within a line from "<!--" to "-->"
  bool is_inline = false;        ///< within a line
  std::size_t html_line = 0;     ///< where the HTML begins that the opening comment belongs to
  std::string_view between;      ///< what an inline block holds
};

/// The blocks of a page, in order. What is code, a preformatted block or part of a longer comment to
/// CommonMark begins none. Throws InputError, which begins with `where` and a line, for a block that is not
/// complete and a comment that is not written right.
std::vector<Block> find_blocks(std::string_view page, std::string_view where);

}  // namespace attn

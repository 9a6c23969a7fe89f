#pragma once

#include <fmt/format.h>

#include <span>
#include <string_view>
#include <vector>

#include "attn/explain.hpp"
#include "render/ink.hpp"

namespace attn {

/// A row of the table of formats of explanations.
struct CellFormat {
  std::string_view name;
  std::string_view help;
  unsigned takes;  ///< `style`s, as of an `OutputFormat`
  Typeset typeset;
  void (*append)(fmt::memory_buffer& out, const std::vector<CellExplanation>& explanations, Ink ink);
};

std::span<const CellFormat* const> cell_formats();

/// One line: the equation, and behind it tokens, remark and definitions.
void append_line(fmt::memory_buffer& out, const CellText& text, Ink ink);

/// Trees down to what is given.
void append_trees(fmt::memory_buffer& out, const std::vector<CellExplanation>& explanations, Ink ink);

/// An `aligned` environment for each: its cell, and under it those that it comes from.
void append_markdown(fmt::memory_buffer& out, const std::vector<CellExplanation>& explanations, Ink ink);
void append_latex(fmt::memory_buffer& out, const std::vector<CellExplanation>& explanations, Ink ink);

/// [{"cell": "scores[0,1]", "value": 1, "formula": "Q[0] · K[1]", "numbers": "1·1 + 0·1", "operands": []}].
void append_json(fmt::memory_buffer& out, const std::vector<CellExplanation>& explanations, Ink ink);

}  // namespace attn

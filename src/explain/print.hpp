#pragma once

#include <fmt/format.h>

#include <vector>

#include "attn/explain.hpp"
#include "render/ink.hpp"

namespace attn {

/// One line: the equation, and behind it tokens, remark and definitions.
void append_line(fmt::memory_buffer& out, const CellText& text, Ink ink);

/// A tree down to what is given.
void append_tree(fmt::memory_buffer& out, const CellExplanation& explanation, Ink ink);

/// [{"cell": "scores[0,1]", "value": 1, "formula": "Q[0] · K[1]", "numbers": "1·1 + 0·1", "operands": []}].
void append_json(fmt::memory_buffer& out, const std::vector<CellExplanation>& explanations);

}  // namespace attn

#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "trace/index_word.hpp"

namespace attn {

/// A cell, taken apart.
struct CellWord {
  std::string id;
  std::vector<IndexWord> indices;  ///< one or two
};

/// head1.scores[kraakte,"a,b"], or 'a,b'. In quotes two of them are one. Nothing where that is no cell.
std::optional<CellWord> parse_cell(std::string_view word);

}  // namespace attn

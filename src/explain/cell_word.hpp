#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace attn {

/// What somebody says for an index: a number, a token, or ":" for all.
struct IndexWord {
  std::string text;
  bool is_quoted = false;  ///< it is a token, whatever it looks like

  bool is_all() const { return !is_quoted && text == ":"; }
  bool is_number() const;
};

/// A cell, taken apart.
struct CellWord {
  std::string id;
  std::vector<IndexWord> indices;  ///< one or two
};

/// head1.scores[kraakte,"a,b"], or 'a,b'. In quotes two of them are one. Nothing where that is no cell.
std::optional<CellWord> parse_cell(std::string_view word);

}  // namespace attn

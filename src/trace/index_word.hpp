#pragma once

// Indices as somebody types them: numbers, and tokens of the problem.

#include <cstddef>
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
  /// -1, -2:, 0:-1: as other languages count from the end. It may be a token all the same.
  bool is_negative() const;
};

/// kraakte,"a,b",3, or 'a,b'. In quotes two of them are one. Nothing where that is no list.
std::optional<std::vector<IndexWord>> parse_index_list(std::string_view text);

/// Which of the tokens of an axis ("query") is called so. Throws InputError, which begins with `where`,
/// unless exactly one is.
std::size_t token_index(std::string_view said, const std::vector<std::string>& tokens, std::string_view axis,
                        std::string_view where, std::size_t index_from);

}  // namespace attn

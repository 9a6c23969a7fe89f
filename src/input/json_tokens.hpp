#pragma once

// Where the tokens of a JSON text begin and end: for JsonScanner, and to find again, in the text, the tokens
// that nlohmann's parser reports without their place.

#include <cstddef>
#include <string_view>

namespace attn {

/// The first offset at or after `at` that is not white space. Here, because it is called between any two
/// tokens.
inline std::size_t skip_blanks(std::string_view text, std::size_t at) {
  const auto is_blank = [](char c) { return c == ' ' || c == '\n' || c == '\r' || c == '\t'; };
  while (at < text.size() && is_blank(text[at])) ++at;
  return at;
}

/// The first offset at or after `at` that is neither white space nor ',' nor ':'.
std::size_t skip_to_token(std::string_view text, std::size_t at);

/// One past the closing quote of the string that begins at `start`; the end of the text where there is none.
std::size_t string_end(std::string_view text, std::size_t start);

/// One past the JSON number that begins at `start`; `start` where there is none.
std::size_t number_end(std::string_view text, std::size_t start);

/// One past the word that begins at `start`: up to white space, a quote or any of , : [ ] { }.
std::size_t word_end(std::string_view text, std::size_t start);

}  // namespace attn

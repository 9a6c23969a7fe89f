#include "docs/markup.hpp"

#include <algorithm>
#include <array>

namespace attn {

namespace {

bool is_number_like(std::string_view word) {
  constexpr std::array<std::string_view, 5> names{"", "inf", "-inf", "nan", "-nan"};
  return std::ranges::find(names, word) != names.end() ||
         word.find_first_not_of("0123456789+-.eE") == word.npos;
}

/// True for numbers between brackets, which `text` begins with.
bool starts_with_row(std::string_view text) {
  const std::size_t end = text.find(']');
  if (end == text.npos) return false;
  for (std::string_view rest = text.substr(1, end - 1); !rest.empty();) {
    const std::string_view word = rest.substr(0, rest.find_first_of(" ,:"));
    if (!is_number_like(word)) return false;
    rest.remove_prefix(std::min(word.size() + 1, rest.size()));
  }
  return true;
}

/// Letters, digits, and all that is not ASCII.
bool is_word(char c) {
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
         static_cast<unsigned char>(c) >= 0x80;
}

/// W_O emphasises nothing (CommonMark 0.31, section 6.2).
bool is_within_word(std::string_view text, std::size_t at) {
  return at > 0 && at + 1 < text.size() && is_word(text[at - 1]) && is_word(text[at + 1]);
}

}  // namespace

std::string_view markup_in(std::string_view text) {
  constexpr std::string_view special = "\\`*_[]<&|~$";
  for (std::size_t at = text.find_first_of(special); at != text.npos; at = text.find_first_of(special, at)) {
    const std::string_view rest = text.substr(at);
    if (rest[0] == '[' && starts_with_row(rest))
      at += rest.find(']') + 1;
    else if (rest[0] == '_' && is_within_word(text, at))
      ++at;
    else
      return rest.substr(0, 1);
  }
  return {};
}

}  // namespace attn

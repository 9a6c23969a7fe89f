#include "input/json_tokens.hpp"

#include <algorithm>

namespace attn {

namespace {

std::size_t skip(std::string_view text, std::size_t at, std::string_view characters) {
  return std::min(text.find_first_not_of(characters, at), text.size());
}

std::size_t skip_digits(std::string_view text, std::size_t at) {
  return skip(text, at, "0123456789");
}

bool has(std::string_view text, std::size_t at, std::string_view characters) {
  return at < text.size() && characters.find(text[at]) != std::string_view::npos;
}

}  // namespace

std::size_t skip_blanks(std::string_view text, std::size_t at) {
  return skip(text, at, " \t\r\n");
}

std::size_t skip_to_token(std::string_view text, std::size_t at) {
  return skip(text, at, " \t\r\n,:");
}

std::size_t string_end(std::string_view text, std::size_t start) {
  for (std::size_t at = start + 1; at < text.size(); ++at) {
    if (text[at] == '"') return at + 1;
    if (text[at] == '\\') ++at;
  }
  return text.size();
}

std::size_t number_end(std::string_view text, std::size_t start) {
  std::size_t at = has(text, start, "-") ? start + 1 : start;
  at = has(text, at, "0") ? at + 1 : skip_digits(text, at);  // no leading zeros: 01 is 0, then 1
  if (has(text, at, ".")) at = skip_digits(text, at + 1);
  if (!has(text, at, "eE")) return at;
  return skip_digits(text, has(text, at + 1, "+-") ? at + 2 : at + 1);
}

std::size_t word_end(std::string_view text, std::size_t start) {
  return std::min(text.find_first_of(" \t\r\n\",:[]{}", start), text.size());
}

}  // namespace attn

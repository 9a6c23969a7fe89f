#include "input/json_tokens.hpp"

#include <algorithm>

namespace attn {

namespace {

std::size_t skip_digits(std::string_view text, std::size_t at) {
  while (at < text.size() && text[at] >= '0' && text[at] <= '9') ++at;
  return at;
}

bool has(std::string_view text, std::size_t at, char c) {
  return at < text.size() && text[at] == c;
}

}  // namespace

std::size_t skip_to_token(std::string_view text, std::size_t at) {
  return std::min(text.find_first_not_of(" \t\r\n,:", at), text.size());
}

std::size_t string_end(std::string_view text, std::size_t start) {
  for (std::size_t at = start + 1; at < text.size(); ++at) {
    if (text[at] == '"') return at + 1;
    if (text[at] == '\\') ++at;
  }
  return text.size();
}

std::size_t number_end(std::string_view text, std::size_t start) {
  const std::size_t whole = has(text, start, '-') ? start + 1 : start;
  std::size_t end = skip_digits(text, whole);
  if (end == whole) return start;
  if (text[whole] == '0') end = whole + 1;  // no leading zeros: 01 is 0, then 1
  if (has(text, end, '.')) {
    const std::size_t fraction = end + 1;
    end = skip_digits(text, fraction);
    if (end == fraction) return start;
  }
  if (has(text, end, 'e') || has(text, end, 'E')) {
    const std::size_t sign = end + 1;
    const std::size_t exponent = has(text, sign, '+') || has(text, sign, '-') ? sign + 1 : sign;
    end = skip_digits(text, exponent);
    if (end == exponent) return start;
  }
  return end;
}

std::size_t word_end(std::string_view text, std::size_t start) {
  return std::min(text.find_first_of(" \t\r\n\",:[]{}", start), text.size());
}

}  // namespace attn

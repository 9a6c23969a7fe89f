#include "input/quote.hpp"

#include <fmt/format.h>

#include <iterator>

namespace attn {

namespace {

unsigned byte(std::string_view text, std::size_t at) {
  return static_cast<unsigned char>(text[at]);
}

/// The length that a first byte announces (RFC 3629, section 4); 0 for a byte that cannot come first.
std::size_t announced_length(unsigned first) {
  if (first < 0x80) return 1;
  if (first >= 0xC2 && first <= 0xDF) return 2;
  if (first >= 0xE0 && first <= 0xEF) return 3;
  if (first >= 0xF0 && first <= 0xF4) return 4;
  return 0;
}

/// The second byte must not make an overlong form, a surrogate, or a character above U+10FFFF.
bool second_byte_fits(unsigned first, unsigned second) {
  switch (first) {
    case 0xE0:
      return second >= 0xA0;
    case 0xED:
      return second <= 0x9F;
    case 0xF0:
      return second >= 0x90;
    case 0xF4:
      return second <= 0x8F;
    default:
      return true;
  }
}

void append_character(std::string& out, std::string_view text, std::size_t at, std::size_t length) {
  const unsigned first = byte(text, at);
  if (length == 0)
    fmt::format_to(std::back_inserter(out), "\\x{:02X}", first);
  else if (first == '\n')
    out += "\\n";
  else if (first == '\r')
    out += "\\r";
  else if (first == '\t')
    out += "\\t";
  else if (first < 0x20 || first == 0x7F)
    fmt::format_to(std::back_inserter(out), "\\u{:04X}", first);
  else
    out += text.substr(at, length);
}

}  // namespace

std::size_t utf8_length(std::string_view text, std::size_t at) {
  const unsigned first = byte(text, at);
  const std::size_t length = announced_length(first);
  if (length == 0 || at + length > text.size()) return 0;
  for (std::size_t i = 1; i < length; ++i)
    if ((byte(text, at + i) & 0xC0U) != 0x80U) return 0;
  if (length > 1 && !second_byte_fits(first, byte(text, at + 1))) return 0;
  return length;
}

std::string shown(std::string_view text, std::size_t most) {
  std::string out;
  std::size_t characters = 0;
  for (std::size_t at = 0; at < text.size(); ++characters) {
    if (characters == most) return out + "...";
    const std::size_t length = utf8_length(text, at);
    append_character(out, text, at, length);
    at += length == 0 ? 1 : length;
  }
  return out;
}

std::string in_quotes(std::string_view text) {
  return fmt::format("\"{}\"", shown(text));
}

std::string shown_number(double value) {
  return fmt::format("{}", value);
}

}  // namespace attn

#include "text/visible.hpp"

#include <fmt/format.h>

#include <array>

namespace attn {

namespace {

std::size_t sequence_length(unsigned char first) {
  if (first < 0x80) return 1;
  if (first >= 0xC2 && first < 0xE0) return 2;
  if (first >= 0xE0 && first < 0xF0) return 3;
  if (first >= 0xF0 && first < 0xF5) return 4;
  return 0;
}

// Control characters, line separators, changes of direction, and what has no look at all: also U+FFFE, U+FFFF
// and their like, which are no characters and, with control characters, not allowed in XML. The joiners
// U+200C and U+200D stay: scripts and emoji are spelled with them.
bool is_hidden(char32_t c) {
  return c < 0x20 || (c >= 0x7F && c < 0xA0) || c == 0x061C || c == 0x200B || c == 0x200E || c == 0x200F ||
         (c >= 0x2028 && c <= 0x202E) || (c >= 0x2060 && c <= 0x206F) || c == 0xFEFF ||
         (c >= 0xE0000 && c < 0xE0080) || (c & 0xFFFE) == 0xFFFE;
}

std::string spelled_out(const Character& character) {
  if (character.valid && character.code == '\n') return "\\n";
  if (character.valid && character.code == '\t') return "\\t";
  if (character.valid && character.code == '\r') return "\\r";
  const auto code = static_cast<unsigned>(character.code);
  if (code < 0x80 || !character.valid) return fmt::format("\\x{:02x}", code);
  return code > 0xFFFF ? fmt::format("\\U{:08x}", code) : fmt::format("\\u{:04x}", code);
}

void append_visible(std::string& out, std::string_view text, const Character& character) {
  if (character.valid && !is_hidden(character.code))
    out += text.substr(0, character.bytes);
  else
    out += spelled_out(character);
}

}  // namespace

Character first_character(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const std::size_t bytes = sequence_length(byte(0));
  if (bytes == 0 || bytes > text.size()) return {byte(0)};
  constexpr std::array<unsigned, 5> payload{0, 0x7F, 0x1F, 0x0F, 0x07};
  constexpr std::array<char32_t, 5> smallest{0, 0, 0x80, 0x800, 0x10000};
  char32_t code = byte(0) & payload[bytes];
  for (std::size_t i = 1; i < bytes; ++i) {
    if ((byte(i) & 0xC0) != 0x80) return {byte(0)};
    code = (code << 6) | (byte(i) & 0x3F);
  }
  const bool surrogate = code >= 0xD800 && code < 0xE000;
  if (code < smallest[bytes] || surrogate || code > 0x10FFFF) return {byte(0)};
  return {code, bytes, true};
}

std::string visible(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    const Character character = first_character(text);
    append_visible(out, text, character);
    text.remove_prefix(character.bytes);
  }
  return out;
}

std::string shown(std::string_view text, std::size_t most) {
  std::string out;
  for (std::size_t characters = 0; !text.empty(); ++characters) {
    if (characters == most) return out + "...";
    const Character character = first_character(text);
    append_visible(out, text, character);
    text.remove_prefix(character.bytes);
  }
  return out;
}

std::string in_quotes(std::string_view text) {
  return fmt::format("\"{}\"", shown(text));
}

}  // namespace attn

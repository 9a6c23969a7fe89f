#include "render/display.hpp"

#include <fmt/format.h>
#include <locale.h>
#include <wchar.h>

#include <array>

namespace attn {
namespace {

struct Character {
  char32_t code = 0;
  std::size_t bytes = 1;
  bool valid = false;
};

std::size_t sequence_length(unsigned char first) {
  if (first < 0x80) return 1;
  if (first >= 0xC2 && first < 0xE0) return 2;
  if (first >= 0xE0 && first < 0xF0) return 3;
  if (first >= 0xF0 && first < 0xF5) return 4;
  return 0;
}

// The first character of `text`, which is not empty. What is not UTF-8 (cut short, longer than need be, a
// surrogate, beyond Unicode) is one invalid byte.
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

// Control characters, line separators, changes of direction, and what has no look at all. The joiners U+200C
// and U+200D stay: scripts and emoji are spelled with them.
bool is_hidden(char32_t c) {
  return c < 0x20 || (c >= 0x7F && c < 0xA0) || c == 0x061C || c == 0x200B || c == 0x200E || c == 0x200F ||
         (c >= 0x2028 && c <= 0x202E) || (c >= 0x2060 && c <= 0x206F) || c == 0xFEFF ||
         (c >= 0xE0000 && c < 0xE0080);
}

std::string spelled_out(const Character& character) {
  if (character.valid && character.code == '\n') return "\\n";
  if (character.valid && character.code == '\t') return "\\t";
  if (character.valid && character.code == '\r') return "\\r";
  const auto code = static_cast<unsigned>(character.code);
  if (code < 0x80 || !character.valid) return fmt::format("\\x{:02x}", code);
  return code > 0xFFFF ? fmt::format("\\U{:08x}", code) : fmt::format("\\u{:04x}", code);
}

// The C library's table of widths, as it is for Unicode text whatever the user's own locale.
class UnicodeWidths {
 public:
  UnicodeWidths() : unicode_(newlocale(LC_CTYPE_MASK, "C.UTF-8", nullptr)) {}
  ~UnicodeWidths() {
    if (unicode_ != nullptr) freelocale(unicode_);
  }
  UnicodeWidths(const UnicodeWidths&) = delete;
  UnicodeWidths& operator=(const UnicodeWidths&) = delete;

  std::size_t width(char32_t code) const {
    if (code < 0x7F || unicode_ == nullptr) return 1;
    const locale_t before = uselocale(unicode_);
    const int columns = wcwidth(static_cast<wchar_t>(code));
    uselocale(before);
    // -1: not in this C library's edition of Unicode. Newer characters up there are mostly emoji.
    if (columns < 0) return code >= 0x1F000 ? 2 : 1;
    return static_cast<std::size_t>(columns);
  }

 private:
  locale_t unicode_;
};

std::size_t width_of(char32_t code) {
  static const UnicodeWidths widths;
  return widths.width(code);
}

}  // namespace

std::string visible(std::string_view text) {
  std::string shown;
  while (!text.empty()) {
    const auto character = first_character(text);
    if (character.valid && !is_hidden(character.code))
      shown += text.substr(0, character.bytes);
    else
      shown += spelled_out(character);
    text.remove_prefix(character.bytes);
  }
  return shown;
}

std::size_t display_width(std::string_view text) {
  std::size_t width = 0;
  while (!text.empty()) {
    const auto character = first_character(text);
    width += width_of(character.code);
    text.remove_prefix(character.bytes);
  }
  return width;
}

std::string shortened(std::string_view text, std::size_t width) {
  if (display_width(text) <= width) return std::string(text);
  std::size_t columns = 0, bytes = 0;
  while (bytes < text.size()) {
    const auto character = first_character(text.substr(bytes));
    columns += width_of(character.code);
    if (columns >= width) break;  // the last column is for "…"
    bytes += character.bytes;
  }
  return std::string(text.substr(0, bytes)) + "…";
}

}  // namespace attn

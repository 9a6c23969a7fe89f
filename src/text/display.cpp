#include "text/display.hpp"

#include <wchar.h>

#include "text/unicode_locale.hpp"
#include "text/visible.hpp"

namespace attn {

namespace {

std::size_t width_of(char32_t code) {
  static const UnicodeLocale unicode;
  if (code < 0x7F || unicode.get() == nullptr) return 1;
  const locale_t before = uselocale(unicode.get());
  const int columns = wcwidth(static_cast<wchar_t>(code));
  uselocale(before);
  // -1: not in this C library's edition of Unicode. Newer characters up there are mostly emoji.
  if (columns < 0) return code >= 0x1F000 ? 2 : 1;
  return static_cast<std::size_t>(columns);
}

}  // namespace

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

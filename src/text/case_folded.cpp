#include "text/case_folded.hpp"

#include <wctype.h>

#include <algorithm>
#include <array>

#include "text/unicode_locale.hpp"
#include "text/visible.hpp"

namespace attn {

namespace {

struct Letters {
  char32_t code;
  std::u32string_view folded;
};

// Of the letters that are several without case (status F in Unicode's CaseFolding.txt) those that are typed.
constexpr std::array several{
    Letters{U'ß', U"ss"},       Letters{U'ẞ', U"ss"},      Letters{U'\uFB00', U"ff"},
    Letters{U'\uFB01', U"fi"},  Letters{U'\uFB02', U"fl"}, Letters{U'\uFB03', U"ffi"},
    Letters{U'\uFB04', U"ffl"}, Letters{U'\uFB05', U"st"}, Letters{U'\uFB06', U"st"},
};

/// By way of the capital: σ and ς have one, Σ. The other way round as well, for U+212A, which is K in any
/// case.
char32_t folded(char32_t code) {
  static const UnicodeLocale unicode;
  if (unicode.get() == nullptr) return code >= U'A' && code <= U'Z' ? code - U'A' + U'a' : code;
  const wint_t capital = towupper_l(static_cast<wint_t>(code), unicode.get());
  return static_cast<char32_t>(towlower_l(capital, unicode.get()));
}

}  // namespace

std::u32string case_folded(std::string_view text) {
  std::u32string result;
  while (!text.empty()) {
    const Character character = first_character(text);
    const auto* letters = std::ranges::find(several, character.code, &Letters::code);
    if (letters == several.end())
      result += folded(character.code);
    else
      result += letters->folded;
    text.remove_prefix(character.bytes);
  }
  return result;
}

}  // namespace attn

#include "render/latex/text.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <utility>

#include "formula/latex.hpp"
#include "render/latex/letters.hpp"
#include "text/display.hpp"
#include "text/visible.hpp"

namespace attn {
namespace {

using Spelling = std::pair<char, std::string_view>;
constexpr std::array spellings{
    Spelling{'\\', "\\textbackslash{}"},
    Spelling{'{', "\\textbraceleft{}"},
    Spelling{'}', "\\textbraceright{}"},
    Spelling{'$', "\\textdollar{}"},
    Spelling{'&', "\\&"},
    Spelling{'#', "\\#"},
    Spelling{'%', "\\%"},
    Spelling{'_', "\\textunderscore{}"},
    Spelling{'^', "\\textasciicircum{}"},
    Spelling{'~', "\\textasciitilde{}"},
    Spelling{'<', "\\textless{}"},
    Spelling{'>', "\\textgreater{}"},
    Spelling{'|', "\\textbar{}"},
    Spelling{'`', "\\textquoteleft{}"},
};

/// One ASCII character. Two of these marks in a row would become another one, -- a dash.
void append_ascii(std::string& out, char character, bool for_document) {
  constexpr std::string_view doubled = "-,'";
  constexpr std::string_view escaped_in_documents = "_{}$";
  if (for_document && escaped_in_documents.find(character) != std::string_view::npos) {
    out += '\\';
    out += character;
    return;
  }
  const auto* const spelling = std::ranges::find(spellings, character, &Spelling::first);
  if (spelling != spellings.end()) {
    out += spelling->second;
    return;
  }
  if (doubled.find(character) != std::string_view::npos && out.ends_with(character))
    out += for_document ? "\\kern0pt" : "{}";  // LuaTeX joins them over {}
  out += character;
}

/// What our own words and many others are made of, and a mathematical font has.
using Sign = std::pair<std::string_view, std::string_view>;
constexpr std::array signs{
    Sign{"·", "\\ensuremath{\\cdot}"},
    Sign{"ᵀ", "\\ensuremath{^{\\top}}"},
    Sign{"√", "\\ensuremath{\\surd}"},
    Sign{"×", "\\ensuremath{\\times}"},
    Sign{"∞", "\\ensuremath{\\infty}"},
    Sign{"−", "\\ensuremath{-}"},
    Sign{"≤", "\\ensuremath{\\leq}"},
    Sign{"≥", "\\ensuremath{\\geq}"},
    Sign{"→", "\\ensuremath{\\to}"},
    Sign{"…", "\\ldots{}"},
    Sign{"–", "--"},
    Sign{"—", "---"},
    Sign{"‘", "`"},
    Sign{"’", "'"},
    Sign{"“", "``"},
    Sign{"”", "''"},
    Sign{"\u00A0", "~"},
};

/// Accented letters of Latin-1, which every engine has in its first font.
bool is_letter_of_all_engines(char32_t c) {
  return c >= 0xC0 && c <= 0xFF && c != 0xD7 && c != 0xF7 && c != 0xD0 && c != 0xDE && c != 0xF0 && c != 0xFE;
}

/// "d_k", "d_model".
bool is_symbol(std::string_view word) {
  return word.size() > 2 && word[1] == '_' && word.find('_', 2) == std::string_view::npos;
}

bool is_letter(std::string_view text) {
  return !text.empty() && (std::isalpha(static_cast<unsigned char>(text.front())) != 0 || text.front() < 0);
}

/// Where lines may end within a word for which one is too short: behind signs, and now and then.
class Breaks {
 public:
  /// Before a character, at which `rest` begins.
  void before(std::string& out, std::string_view rest) {
    constexpr std::size_t long_word = 24;
    constexpr std::size_t most_without = 16;
    const bool is_blank = rest.front() == ' ';
    if (!is_in_word_ && !is_blank) is_long_ = display_width(rest.substr(0, rest.find(' '))) > long_word;
    is_in_word_ = !is_blank;
    if (is_blank || !is_long_) return void(since_ = 0);
    if (since_ > 0 && (is_behind_sign_ || since_ == most_without)) {
      out += "\\allowbreak{}";
      since_ = 0;
    }
    ++since_;
    constexpr std::string_view may_end = "_/.,:;=-";
    is_behind_sign_ = may_end.find(rest.front()) != std::string_view::npos;
  }

 private:
  bool is_in_word_ = false;
  bool is_long_ = false;
  bool is_behind_sign_ = false;
  std::size_t since_ = 0;  ///< the last place where a line may end
};

/// A character beyond ASCII.
std::string spelled(const Character& character, std::string_view bytes, bool is_alone) {
  if (is_letter_of_all_engines(character.code)) return std::string(bytes);
  const auto* const sign = std::ranges::find(signs, bytes, &Sign::first);
  if (sign != signs.end()) return std::string(sign->second);
  // A letter of a word is left to the font.
  if (const std::string_view command = letter_command(bytes); is_alone && !command.empty())
    return fmt::format("\\ensuremath{{{}}}", command);
  return fmt::format("\\attnchar{{{:04X}}}{{{}}}", static_cast<unsigned>(character.code), bytes);
}

std::string escaped(std::string_view text, bool for_document) {
  const std::string shown = visible(text);
  std::string out;
  Breaks breaks;
  bool is_behind_letter = false;
  for (std::string_view rest = shown; !rest.empty();) {
    if (for_document) breaks.before(out, rest);
    const Character character = first_character(rest);
    const std::string_view bytes = rest.substr(0, character.bytes);
    rest.remove_prefix(character.bytes);
    if (character.code < 0x80)
      append_ascii(out, bytes[0], for_document);
    else
      out += for_document ? spelled(character, bytes, !is_behind_letter && !is_letter(rest))
                          : std::string(bytes);
    is_behind_letter = is_letter(bytes);
  }
  return out;
}

}  // namespace

std::string katex_text(std::string_view text) {
  return escaped(text, false);
}

std::string latex_text(std::string_view text) {
  return escaped(text, true);
}

std::string_view ragged(std::string_view latex) {
  return latex.find("\\allowbreak") == std::string_view::npos ? "" : "\\raggedright ";
}

std::string latex_words(std::string_view words) {
  const auto is_part = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; };
  std::string out;
  std::string plain;
  while (!words.empty()) {
    const auto* const end = std::ranges::find_if_not(words, is_part);
    const auto length = std::max<std::size_t>(static_cast<std::size_t>(end - words.begin()), 1);
    const std::string_view word = words.substr(0, length);
    words.remove_prefix(length);
    if (!is_symbol(word)) {
      plain += word;
      continue;
    }
    out += latex_text(std::exchange(plain, ""));
    const std::string_view subscript = word.substr(2);
    out += subscript.size() == 1 ? fmt::format("${}$", word)
                                 : fmt::format("${}_{{\\text{{{}}}}}$", word[0], subscript);
  }
  return out + latex_text(plain);
}

std::string latex_number(double value, Decimals decimals) {
  fmt::memory_buffer out;
  append_number(out, value, decimals);
  return latex_of_number({out.data(), out.size()});
}

std::string latex_number(double value) {
  return latex_of_number(fmt::format("{}", value));
}

}  // namespace attn

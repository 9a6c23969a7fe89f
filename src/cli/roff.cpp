#include "cli/roff.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>

namespace attn::cli::roff {

namespace {

/// A character that typesetters would make something else of, and what stands for it; see groff_char(7).
struct Escape {
  char character;
  std::string_view roff;
};

constexpr std::array escapes{
    Escape{'\\', "\\(rs"}, Escape{'-', "\\-"},   Escape{'\'', "\\(aq"}, Escape{'"', "\\(dq"},
    Escape{'`', "\\(ga"},  Escape{'^', "\\(ha"}, Escape{'~', "\\(ti"},
};

bool is_name(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '-' || c == '_';
}

}  // namespace

std::string plain(std::string_view text) {
  std::string escaped;
  for (const char c : text) {
    // A dot at the start of a line begins a request.
    if (c == '.' && (escaped.empty() || escaped.back() == '\n')) escaped += "\\&";
    const auto* const escape = std::ranges::find(escapes, c, &Escape::character);
    if (escape == escapes.end())
      escaped += c;
    else
      escaped += escape->roff;
  }
  return escaped;
}

std::string bold(std::string_view text) {
  return fmt::format("\\fB{}\\fR", plain(text));
}

std::string italic(std::string_view text) {
  return fmt::format("\\fI{}\\fR", plain(text));
}

std::string prose(std::string_view text) {
  std::string roff;
  for (std::size_t open = 0; (open = text.find('`')) != std::string_view::npos;) {
    const std::size_t close = text.find('`', open + 1);
    if (close == std::string_view::npos) break;
    roff += plain(text.substr(0, open)) + bold(text.substr(open + 1, close - open - 1));
    text.remove_prefix(close + 1);
  }
  return roff + plain(text);
}

std::string type_name(std::string_view type) {
  std::string roff;
  while (!type.empty()) {
    const auto length = static_cast<std::size_t>(std::ranges::find_if_not(type, is_name) - type.begin());
    const std::string_view name = type.substr(0, length);
    const bool is_placeholder = std::ranges::none_of(name, [](char c) { return c >= 'a' && c <= 'z'; });
    if (!name.empty()) roff += is_placeholder ? italic(name) : bold(name);
    if (length < type.size()) roff += plain(type.substr(length, 1));
    type.remove_prefix(std::min(length + 1, type.size()));
  }
  return roff;
}

std::string heading(std::string_view macro, std::string_view title) {
  return fmt::format(".{} \"{}\"\n", macro, plain(title));
}

std::string item(std::string_view tag, std::string_view text) {
  return fmt::format(".TP\n{}\n{}\n", tag, text);
}

}  // namespace attn::cli::roff

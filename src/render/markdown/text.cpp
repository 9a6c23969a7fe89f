#include "render/markdown/text.hpp"

#include <algorithm>

#include "text/visible.hpp"

namespace attn {
namespace {

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

/// What a mark of a list ends in.
bool is_end(std::string_view rest) {
  return rest.empty() || rest.starts_with(' ');
}

/// "- ", "+ ", "1. " and "1) " begin a list, "---" and "===" are lines.
std::size_t mark_at_beginning(std::string_view text) {
  if (text.starts_with('=') || text.starts_with("--")) return 0;
  const bool is_bullet = text.starts_with('-') || text.starts_with('+');
  if (is_bullet && is_end(text.substr(1))) return 0;
  const auto* const end = std::ranges::find_if_not(text, is_digit);
  const auto digits = static_cast<std::size_t>(end - text.begin());
  const bool has_mark = digits > 0 && digits < text.size() && (text[digits] == '.' || text[digits] == ')');
  return has_mark && is_end(text.substr(digits + 1)) ? digits : std::string_view::npos;
}

}  // namespace

std::string markdown_text(std::string_view text) {
  constexpr std::string_view marks = "\\`*_[]<>|~&#!";
  const std::string shown = visible(text);
  const std::size_t first =
      std::min(shown.find_first_not_of(' '), shown.size());  // four spaces would be code
  const std::string_view line = std::string_view(shown).substr(first);
  const std::size_t mark = mark_at_beginning(line);
  std::string out;
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (line[i] == '$') {
      out += "<span>$</span>";  // to a formula, \$ is one too
      continue;
    }
    if (i == mark || marks.find(line[i]) != std::string_view::npos) out += '\\';
    out += line[i];
  }
  return out;
}

std::string code_span(std::string_view text) {
  const std::string shown = visible(text);
  std::size_t longest = 0;
  std::size_t run = 0;
  for (const char c : shown) {
    run = c == '`' ? run + 1 : 0;
    longest = std::max(longest, run);
  }
  const std::string fence(longest + 1, '`');
  const std::string_view pad = longest > 0 ? " " : "";
  return fence + std::string(pad) + shown + std::string(pad) + fence;
}

}  // namespace attn

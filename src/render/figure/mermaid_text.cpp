#include "render/figure/mermaid_text.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "text/visible.hpp"

namespace attn::mermaid {

/// Mermaid draws what stands between two $$ as a formula, and fa:fa-car as an icon, and reads entities before
/// it looks for them. So of two $ that meet the first is the wide form, U+FF04, and so is that colon, U+FF1A.
std::string quoted(std::string_view text) {
  constexpr std::string_view special = "\"#&<>`$\\*~;|{}%@";
  std::string out = "\"";
  const std::string shown = visible(text);
  for (std::size_t i = 0; i < shown.size(); ++i) {
    const char c = shown[i];
    if (c == '$' && shown.substr(i + 1).starts_with('$'))
      out += "\uFF04";
    else if (c == ':' && shown.substr(i + 1).starts_with("fa-"))
      out += "\uFF1A";
    else if (special.find(c) == std::string_view::npos)
      out += c;
    else
      out += fmt::format("#{};", static_cast<int>(c));
  }
  return out + '"';
}

std::string key_of(std::string_view id) {
  std::string key(id);
  std::ranges::replace_if(
      key, [](char c) { return c == '.' || c == ','; }, '_');
  return key;
}

std::string key_of(const Place& place) {
  std::string id = id_of("", place);
  if (!id.empty()) id.pop_back();
  return key_of(id);
}

/// Double quotes make a JSON text a YAML text. Mermaid reads a title with a < as HTML, drops what looks like
/// a tag and shows entities as they are written; one without is left alone. So < is the wide form of it,
/// U+FF1C.
std::string title(std::string_view text) {
  std::string out = "\"";
  for (const char c : visible(text)) {
    if (c == '"' || c == '\\') out += '\\';
    if (c == '<')
      out += "\uFF1C";
    else
      out += c;
  }
  return out + '"';
}

}  // namespace attn::mermaid

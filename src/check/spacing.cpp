#include "check/spacing.hpp"

#include <algorithm>

#include "input/json_tokens.hpp"

namespace attn {

namespace {

/// The white space that the line of `offset` begins with.
std::string_view line_indent(std::string_view text, std::size_t offset) {
  const std::size_t before = text.substr(0, offset).find_last_of("\r\n");
  const std::size_t begin = before == std::string_view::npos ? 0 : before + 1;
  return text.substr(begin, text.find_first_not_of(" \t", begin) - begin);
}

}  // namespace

Spacing Spacing::of(std::string_view text, const JsonNode& object) {
  const JsonObject& members = *object.as<JsonObject>();
  Spacing spacing;
  if (members.empty()) return spacing;
  const JsonMember& first = members.front();
  if (text[first.value.offset - 1] == ':') {
    spacing.colon = ":";
    spacing.comma = ",";
  }
  const std::string_view gap = text.substr(object.offset + 1, first.offset - object.offset - 1);
  const std::size_t line_end = gap.find_first_of("\r\n");
  if (line_end == std::string_view::npos) return spacing;
  spacing.is_in_lines = true;
  spacing.line_end = gap.substr(line_end).starts_with("\r\n") ? "\r\n" : gap.substr(line_end, 1);
  spacing.outer = line_indent(text, object.offset);
  spacing.indent = gap.substr(gap.find_last_of("\r\n") + 1);
  spacing.unit =
      spacing.indent.starts_with(spacing.outer) ? spacing.indent.substr(spacing.outer.size()) : "  ";
  return spacing;
}

Spacing Spacing::inner() const {
  Spacing inner = *this;
  inner.outer = indent;
  inner.indent += unit;
  return inner;
}

std::string Spacing::enclosed(std::string_view brackets, const std::vector<std::string>& items) const {
  std::string out(1, brackets.front());
  if (is_in_lines) out += line_end + indent;
  for (std::size_t i = 0; i < items.size(); ++i) out += (i == 0 ? "" : separator()) + items[i];
  if (is_in_lines) out += line_end + outer;
  return out += brackets.back();
}

std::size_t value_end(std::string_view text, std::size_t start) {
  std::size_t depth = 0;
  std::size_t at = start;
  do {
    const char c = text[at];
    if (c == '{' || c == '[') ++depth;
    if (c == '}' || c == ']') --depth;
    at = c == '"' ? string_end(text, at) : std::max(word_end(text, at), at + 1);
  } while (depth > 0);
  return at;
}

}  // namespace attn

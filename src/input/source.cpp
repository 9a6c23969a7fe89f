#include "input/source.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "attn/error.hpp"
#include "text/visible.hpp"

namespace attn {

namespace {

/// Step names in expect can be anything; this leaves whole what is sensible.
constexpr std::size_t longest_key = 100;

/// Not a UTF-8 continuation byte.
bool begins_character(char c) {
  return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U;
}

/// LF, CRLF and CR end a line; CRLF does with its LF.
bool ends_line(char c, char next) {
  return c == '\n' || (c == '\r' && next != '\n');
}

bool ends_line(std::string_view text, std::size_t at) {
  return ends_line(text[at], at + 1 < text.size() ? text[at + 1] : '\0');
}

/// How many lines end in [begin, end).
std::size_t line_ends(std::string_view text, std::size_t begin, std::size_t end) {
  if (begin == end) return 0;
  std::size_t count = ends_line(text, end - 1) ? 1 : 0;
  for (std::size_t at = begin; at + 1 < end; ++at)
    if (ends_line(text[at], text[at + 1])) ++count;
  return count;
}

/// Of the line that `offset` is in; a line ends before it.
std::size_t last_line_begin(std::string_view text, std::size_t offset) {
  while (!ends_line(text, offset - 1)) --offset;
  return offset;
}

}  // namespace

Source::Source(std::string_view text, std::string_view name) : text_(text), name_(name) {
  if (text.starts_with("\xEF\xBB\xBF")) begin_ = 3;
  known_offset_ = begin_;
}

Position Source::position(std::size_t offset) const {
  offset = std::clamp(offset, begin_, text_.size());
  if (offset < known_offset_) {
    known_offset_ = begin_;
    known_ = {};
  }
  std::size_t line_begin = known_offset_;
  if (const std::size_t ends = line_ends(text_, known_offset_, offset); ends != 0) {
    known_ = {known_.line + ends, 1};
    line_begin = last_line_begin(text_, offset);
  }
  const std::string_view before = text_.substr(line_begin, offset - line_begin);
  known_.column += static_cast<std::size_t>(std::count_if(before.begin(), before.end(), begins_character));
  known_offset_ = offset;
  return known_;
}

std::string Source::where(std::size_t offset, std::string_view key) const {
  const Position at = position(offset);
  const std::string_view colon = key.empty() ? "" : ": ";
  return fmt::format("{}:{}:{}{}{}", name_, at.line, at.column, colon, shown(key, longest_key));
}

void Source::fail(std::size_t offset, std::string_view key, std::string_view message) const {
  throw InputError(fmt::format("{}: {}", where(offset, key), message));
}

}  // namespace attn

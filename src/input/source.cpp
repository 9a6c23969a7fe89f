#include "input/source.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "attn/error.hpp"
#include "text/visible.hpp"

namespace attn {

namespace {

/// Step names in expect can be anything; this leaves whole what is sensible.
constexpr std::size_t longest_key = 100;

}  // namespace

Source::Source(std::string_view text, std::string_view name) : text_(text), name_(name) {
  if (text.starts_with("\xEF\xBB\xBF")) begin_ = 3;
  known_offset_ = begin_;
}

Position Source::position(std::size_t offset) const {
  offset = std::min(offset, text_.size());
  if (offset < known_offset_) {
    known_offset_ = begin_;
    known_ = {};
  }
  for (; known_offset_ < offset; ++known_offset_) {
    const char c = text_[known_offset_];
    const bool crlf = c == '\r' && text_.substr(known_offset_ + 1).starts_with('\n');
    if (c == '\n' || (c == '\r' && !crlf))
      known_ = {known_.line + 1, 1};
    else if ((static_cast<unsigned char>(c) & 0xC0U) != 0x80U)  // not a UTF-8 continuation byte
      ++known_.column;
  }
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

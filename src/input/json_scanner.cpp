#include "input/json_scanner.hpp"

#include <nlohmann/json.hpp>
#include <utility>

#include "input/json_tokens.hpp"
#include "text/visible.hpp"

namespace attn {

namespace {

/// The length of the character that `rest` begins with, where it stands for itself in a string; 0 where it
/// does not: quotes, escapes, faults.
std::size_t plain_length(std::string_view rest) {
  if (rest.empty() || rest.front() == '"' || rest.front() == '\\') return 0;
  if (rest.front() >= ' ' && rest.front() <= '~') return 1;
  const Character character = first_character(rest);
  return character.valid && character.code >= ' ' ? character.bytes : 0;
}

}  // namespace

bool JsonScanner::document() {
  if (!value()) return false;
  skip_blanks();
  return at_ == text_.size();
}

bool JsonScanner::value() {
  skip_blanks();
  const std::size_t start = at_;
  switch (peek()) {
    case '{':
      return object();
    case '[':
      return array();
    case '"':
      return string_value();
    case 't':
      return word("true") && (builder_.boolean(start, true), true);
    case 'f':
      return word("false") && (builder_.boolean(start, false), true);
    case 'n':
      return word("null") && (builder_.null(start), true);
    default:
      return number();
  }
}

bool JsonScanner::object() {
  builder_.open_object(at_++);
  if (!take('}')) {
    do {
      if (!member()) return false;
    } while (take(','));
    if (!take('}')) return false;
  }
  builder_.close_object();
  return true;
}

bool JsonScanner::member() {
  skip_blanks();
  const std::size_t start = at_;
  std::string name;
  if (!string(name)) return false;
  builder_.key(start, std::move(name));
  return take(':') && value();
}

bool JsonScanner::array() {
  builder_.open_array(at_++);
  if (!take(']')) {
    do {
      if (!value()) return false;
    } while (take(','));
    if (!take(']')) return false;
  }
  builder_.close_array();
  return true;
}

bool JsonScanner::number() {
  const std::size_t start = at_;
  at_ = number_end(text_, start);
  if (at_ == start) return false;
  builder_.number(start, text_.substr(start, at_ - start));
  return true;
}

bool JsonScanner::string_value() {
  const std::size_t start = at_;
  std::string text;
  if (!string(text)) return false;
  builder_.string(start, std::move(text));
  return true;
}

bool JsonScanner::word(std::string_view word) {
  if (!text_.substr(at_).starts_with(word)) return false;
  at_ += word.size();
  return true;
}

/// A string with an escape in it goes to nlohmann's parser, alone.
bool JsonScanner::string(std::string& decoded) {
  if (peek() != '"') return false;
  const std::size_t start = at_++;
  while (const std::size_t length = plain_length(text_.substr(at_))) at_ += length;
  if (peek() == '"') {
    decoded = text_.substr(start + 1, at_ - start - 1);
    ++at_;
    return true;
  }
  at_ = string_end(text_, start);
  const auto parsed = nlohmann::json::parse(text_.substr(start, at_ - start), nullptr, false);
  if (!parsed.is_string()) return false;
  decoded = parsed.get<std::string>();
  return true;
}

void JsonScanner::skip_blanks() {
  at_ = attn::skip_blanks(text_, at_);
}

bool JsonScanner::take(char c) {
  skip_blanks();
  if (peek() != c) return false;
  ++at_;
  return true;
}

}  // namespace attn

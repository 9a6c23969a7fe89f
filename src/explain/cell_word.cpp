#include "explain/cell_word.hpp"

#include <algorithm>

namespace attn {

namespace {

void skip_blanks(std::string_view& text) {
  text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
}

/// Takes what is in quotes from the front of `text`, which begins with one. Nothing where they do not close.
std::optional<IndexWord> take_quoted(std::string_view& text) {
  const char quote = text.front();
  IndexWord word{"", true};
  for (text.remove_prefix(1); !text.empty();) {
    const bool is_quote = text.front() == quote;
    if (is_quote && !text.substr(1).starts_with(quote)) {
      text.remove_prefix(1);
      skip_blanks(text);
      return word;
    }
    word.text += text.front();
    text.remove_prefix(is_quote ? 2 : 1);
  }
  return std::nullopt;
}

IndexWord take_bare(std::string_view& text) {
  const std::size_t end = std::min(text.find(','), text.size());
  IndexWord word{std::string(text.substr(0, end))};
  word.text.erase(word.text.find_last_not_of(' ') + 1);
  text.remove_prefix(end);
  return word;
}

/// A token may begin with a single quote too: 's.
std::optional<IndexWord> take(std::string_view& text) {
  if (text.starts_with('"')) return take_quoted(text);
  std::string_view rest = text;
  if (auto quoted = text.starts_with('\'') ? take_quoted(rest) : std::nullopt;
      quoted && (rest.empty() || rest.front() == ',')) {
    text = rest;
    return quoted;
  }
  return take_bare(text);
}

}  // namespace

bool IndexWord::is_number() const {
  return !is_quoted && !text.empty() && text.find_first_not_of("0123456789") == std::string::npos;
}

std::optional<CellWord> parse_cell(std::string_view word) {
  const std::size_t open = word.find('[');
  if (open == 0 || open == std::string_view::npos || word.back() != ']') return std::nullopt;
  CellWord cell{std::string(word.substr(0, open)), {}};
  std::string_view rest = word.substr(open + 1, word.size() - open - 2);
  while (true) {
    skip_blanks(rest);
    const auto index = take(rest);
    if (!index || (index->text.empty() && !index->is_quoted)) return std::nullopt;
    cell.indices.push_back(*index);
    if (rest.empty()) break;
    if (rest.front() != ',') return std::nullopt;
    rest.remove_prefix(1);
  }
  return cell.indices.size() <= 2 ? std::optional(cell) : std::nullopt;
}

}  // namespace attn

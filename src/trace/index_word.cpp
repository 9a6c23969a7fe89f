#include "trace/index_word.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "attn/error.hpp"
#include "text/suggest.hpp"
#include "text/visible.hpp"

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

bool IndexWord::is_negative() const {
  const std::size_t sign = text.find('-');
  const bool is_sign = sign != std::string::npos && (sign == 0 || text[sign - 1] == ':');
  return !is_quoted && is_sign && text.find_first_of("0123456789", sign) == sign + 1 &&
         text.find_first_not_of("0123456789:-") == std::string::npos;
}

std::optional<std::vector<IndexWord>> parse_index_list(std::string_view text) {
  std::vector<IndexWord> words;
  while (true) {
    skip_blanks(text);
    const auto word = take(text);
    if (!word || (word->text.empty() && !word->is_quoted)) return std::nullopt;
    words.push_back(*word);
    if (text.empty()) return words;
    if (text.front() != ',') return std::nullopt;
    text.remove_prefix(1);
  }
}

std::size_t token_index(std::string_view said, const std::vector<std::string>& tokens, std::string_view axis,
                        std::string_view where, std::size_t index_from) {
  const auto found = std::ranges::find(tokens, said);
  if (found == tokens.end()) {
    const std::vector<std::string_view> known(tokens.begin(), tokens.end());
    throw InputError(
        fmt::format("{}: no {} is called {}{}", where, axis, in_quotes(said), did_you_mean(said, known)));
  }
  const auto index = [&](auto token) { return static_cast<std::size_t>(token - tokens.begin()); };
  const auto again = std::find(found + 1, tokens.end(), said);
  if (again != tokens.end())
    throw InputError(fmt::format("{}: the {} {} stands at {} and at {}: say the number", where, axis,
                                 in_quotes(said), index(found) + index_from, index(again) + index_from));
  return index(found);
}

}  // namespace attn

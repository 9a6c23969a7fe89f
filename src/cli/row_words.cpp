#include "cli/row_words.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "attn/error.hpp"
#include "cli/words.hpp"
#include "text/visible.hpp"
#include "trace/index_word.hpp"

namespace attn::cli {

namespace {

bool is_numeric(const IndexWord& word) {
  return !word.is_quoted && word.text.find_first_not_of("0123456789:") == std::string::npos;
}

bool contains(const std::vector<std::string>& tokens, const std::string& text) {
  return std::ranges::find(tokens, text) != tokens.end();
}

/// Ranges in order; those that meet are one.
std::vector<Range> joined(std::vector<Range> ranges) {
  std::ranges::sort(ranges, {}, &Range::begin);
  std::vector<Range> stretches;
  for (const Range& range : ranges) {
    if (stretches.empty() || range.begin > stretches.back().end)
      stretches.push_back(range);
    else
      stretches.back().end = std::max(stretches.back().end, range.end);
  }
  return stretches;
}

}  // namespace

std::vector<Range> row_words(std::string_view where, std::string_view words,
                             const std::vector<std::string>& tokens, std::size_t index_from) {
  // A trailing comma is that of a list, as in --heads 3,
  if (words.ends_with(',')) words.remove_suffix(1);
  const auto said = parse_index_list(words);
  if (!said)
    throw InputError(fmt::format("{}: found {}, expected numbers, ranges or tokens with commas between",
                                 where, in_quotes(words)));
  std::vector<Range> ranges;
  for (const IndexWord& word : *said) {
    const bool is_index = is_numeric(word) || (word.is_negative() && !contains(tokens, word.text));
    // Where there are no tokens, that is what the message is about.
    if (is_index || tokens.empty()) {
      ranges.push_back(range_word(where, word.text, index_from));
      continue;
    }
    const std::size_t row = token_index(word.text, tokens, "query", where, index_from);
    ranges.push_back({row, row + 1});
  }
  return joined(std::move(ranges));
}

}  // namespace attn::cli

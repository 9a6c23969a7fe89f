#include "cli/words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "attn/error.hpp"
#include "input/decimal.hpp"
#include "text/visible.hpp"

namespace attn::cli {

namespace {

[[noreturn]] void refuse(std::string_view where, std::string_view word, std::string_view expected) {
  throw InputError(fmt::format("{}: found {}, expected {}", where, in_quotes(word), expected));
}

template <class T>
bool parse(std::string_view word, T& value) {
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
  return error == std::errc() && end == word.data() + word.size();
}

constexpr std::size_t most = 1'000'000'000;

/// "head0.tile1", to which ",0.exp" belongs.
bool ends_in_tile_row(std::string_view id) {
  const std::string_view place = id.substr(id.rfind('.') + 1);
  return place.size() > 4 && place.starts_with("tile") &&
         place.find_first_not_of("0123456789", 4) == std::string_view::npos;
}

}  // namespace

double number_word(std::string_view where, std::string_view word) {
  const Decimal number = read_decimal(word);
  if (number.error == DecimalError::out_of_range) refuse(where, word, "a number that a double can hold");
  if (number.error != DecimalError::none) refuse(where, word, "a number");
  return number.value;
}

std::size_t index_word(std::string_view where, std::string_view word) {
  std::size_t value = 0;
  if (!parse(word, value) || value > most) refuse(where, word, "a whole number from 0 to 1000000000");
  return value;
}

std::vector<std::string> list_words(std::string_view where, std::string_view words) {
  std::vector<std::string> parts;
  for (std::size_t begin = 0; begin <= words.size();) {
    const std::size_t end = std::min(words.find(',', begin), words.size());
    if (end > begin) parts.emplace_back(words.substr(begin, end - begin));
    // A trailing comma is how one index is written as a list: "3,".
    else if (end < words.size() || parts.empty())
      refuse(where, words, "names or numbers with commas between");
    begin = end + 1;
  }
  return parts;
}

std::vector<std::string> step_words(std::string_view where, std::string_view words) {
  std::vector<std::string> steps;
  for (std::string& part : list_words(where, words)) {
    if (!steps.empty() && ends_in_tile_row(steps.back()))
      steps.back().append(",").append(part);
    else
      steps.push_back(std::move(part));
  }
  return steps;
}

std::pair<std::size_t, std::size_t> pair_word(std::string_view where, std::string_view word) {
  const std::size_t comma = word.find(',');
  std::pair<std::size_t, std::size_t> pair;
  if (comma == std::string_view::npos || !parse(word.substr(0, comma), pair.first) ||
      !parse(word.substr(comma + 1), pair.second))
    refuse(where, word, "two whole numbers with a comma between");
  return pair;
}

Range range_word(std::string_view where, std::string_view word, std::size_t index_from) {
  // Who counts from 1 means the last one too, as blocks in a trace then do: K[3:4].
  const bool includes_last = index_from > 0;
  const std::string_view expected = includes_last ? "a range FIRST:LAST, or one index"
                                                  : "a range BEGIN:END, END not included, or one index";
  const std::string whole = fmt::format("indices from {} on", index_from);
  if (word.find('-') != std::string_view::npos && word.find_first_not_of("0123456789:-") == word.npos)
    refuse(where, word, whole);
  const std::size_t colon = std::min(word.find(':'), word.size());
  Range range;
  std::size_t last = 0;
  if (!parse(word.substr(0, colon), range.begin)) refuse(where, word, expected);
  if (colon == word.size())
    range.end = range.begin + 1;
  else if (parse(word.substr(colon + 1), last) && last <= most)
    range.end = last + (includes_last ? 1 : 0);
  if (range.end <= range.begin || range.end > most + 1) refuse(where, word, expected);
  if (range.begin < index_from) refuse(where, word, whole + ", as --index-from says");
  return {range.begin - index_from, range.end - index_from};
}

std::vector<std::size_t> indices_word(std::string_view where, std::string_view words,
                                      std::size_t index_from) {
  std::vector<std::size_t> indices;
  for (const std::string& part : list_words(where, words)) {
    const Range range = range_word(where, part, index_from);
    if (range.size() > 1'000'000) refuse(where, part, "a range of at most 1000000");
    for (std::size_t index = range.begin; index < range.end; ++index) indices.push_back(index);
  }
  return indices;
}

std::size_t whole_number_word(std::string_view where, std::string_view word, std::size_t at_most) {
  std::size_t number = 0;
  if (!parse(word, number) || number > at_most)
    refuse(where, word, fmt::format("a whole number from 0 to {}", at_most));
  return number;
}

char character_word(std::string_view where, std::string_view word) {
  if (word == "tab") return '\t';
  if (word.size() != 1) refuse(where, word, "one character, or tab");
  return word[0];
}

}  // namespace attn::cli

#include "docs/likeness.hpp"

#include <algorithm>
#include <vector>

#include "as_written/digits.hpp"
#include "input/decimal.hpp"

namespace attn {

namespace {

constexpr std::string_view digits = "0123456789";

bool is_digit(char c) {
  return digits.find(c) != digits.npos;
}

bool is_word(char c) {
  return is_digit(c) || c == '_' || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

std::size_t count_digits(std::string_view text) {
  return std::min(text.find_first_not_of(digits), text.size());
}

/// The length of the number that a text begins with, sign included; 0 where it begins with none, or where the
/// number is part of a word or a version: "2d", "0.1.0".
std::size_t number_length(std::string_view text) {
  std::size_t length = !text.empty() && (text[0] == '-' || text[0] == '+') ? 1 : 0;
  const std::size_t whole = count_digits(text.substr(length));
  if (whole == 0) return 0;
  length += whole;
  if (const std::size_t behind =
          text.substr(length).starts_with('.') ? count_digits(text.substr(length + 1)) : 0)
    length += 1 + behind;
  if (length < text.size() && (text[length] == 'e' || text[length] == 'E')) {
    std::size_t power = length + 1;
    if (power < text.size() && (text[power] == '-' || text[power] == '+')) ++power;
    if (const std::size_t count = count_digits(text.substr(power))) length = power + count;
  }
  const std::string_view next = text.substr(length);
  const bool goes_on =
      !next.empty() && (is_word(next[0]) || (next[0] == '.' && next.size() > 1 && is_digit(next[1])));
  return goes_on ? 0 : length;
}

/// The length of "head1", "float32", "0.1.0": a word, and what hangs on it by points.
std::size_t word_length(std::string_view text) {
  std::size_t length = 0;
  while (length < text.size() && (is_word(text[length]) || (text[length] == '.' && length > 0))) ++length;
  return length;
}

/// A line, cut at its numbers.
struct Pieces {
  std::vector<std::string> between;  ///< one more than numbers; runs of blanks and of dashes as one
  std::vector<std::string_view> numbers;
};

/// A run of blanks, or of the dashes that underline a column, is as long as the numbers there are.
void append_squeezed(std::string& text, std::string_view more) {
  for (const char c : more)
    if ((c != ' ' && c != '-') || !text.ends_with(c)) text.push_back(c);
}

Pieces cut(std::string_view line) {
  Pieces pieces{{""}, {}};
  bool behind_word = false;  // there "-" is a minus between two numbers, not a sign
  while (!line.empty()) {
    const bool signs = line[0] == '-' || line[0] == '+';
    if (const std::size_t length = behind_word && signs ? 0 : number_length(line)) {
      pieces.numbers.push_back(line.substr(0, length));
      pieces.between.emplace_back();
      line.remove_prefix(length);
      behind_word = true;
      continue;
    }
    const std::size_t word = word_length(line);
    append_squeezed(pieces.between.back(), line.substr(0, std::max<std::size_t>(word, 1)));
    behind_word = word > 0 || line[0] == ')' || line[0] == ']';
    line.remove_prefix(std::max<std::size_t>(word, 1));
  }
  return pieces;
}

bool is_number_at_its_digits(std::string_view written, std::string_view computed) {
  const Decimal printed = read_decimal(written);
  const Decimal value = read_decimal(computed);
  return printed.error == DecimalError::none && value.error == DecimalError::none &&
         prints_as(value.value, printed.value, decimals_of(written));
}

}  // namespace

Likeness likeness(std::string_view written, const ComputedLine& computed) {
  const Pieces left = cut(written);
  const Pieces right = cut(computed.text);
  if (left.between != right.between) return {};
  Pieces precise = cut(computed.precise);
  if (precise.between != right.between) precise = right;
  Likeness found{true, false};
  for (std::size_t i = 0; i < left.numbers.size(); ++i) {
    if (left.numbers[i] == right.numbers[i]) continue;
    found.other_numbers = true;
    if (!is_number_at_its_digits(left.numbers[i], precise.numbers[i])) return {};
  }
  return found;
}

bool is_same(std::string_view written, const ComputedLine& computed) {
  return written == computed.text;
}

bool is_true_line(std::string_view written, const ComputedLine& computed) {
  if (written == computed.text) return true;
  const Likeness found = likeness(written, computed);
  return found.alike && found.other_numbers;
}

bool is_true(std::span<const std::string> written, std::span<const ComputedLine> computed) {
  if (written.size() != computed.size()) return false;
  bool same = true;
  bool other_numbers = false;
  for (std::size_t i = 0; i < written.size(); ++i) {
    if (written[i] == computed[i].text) continue;
    same = false;
    const Likeness found = likeness(written[i], computed[i]);
    if (!found.alike) return false;
    other_numbers |= found.other_numbers;
  }
  return same || other_numbers;
}

}  // namespace attn

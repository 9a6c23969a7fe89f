#include "input/syntax_error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>

#include "input/json_tokens.hpp"
#include "text/visible.hpp"

namespace attn {

namespace {

struct Hint {
  std::string_view word;
  std::string_view advice;
};

/// What people write who come from elsewhere.
constexpr std::array hints{
    Hint{"NaN", R"(write "nan", with quotes)"},
    Hint{"nan", R"(write "nan", with quotes)"},
    Hint{"Infinity", R"(write "inf", with quotes)"},
    Hint{"-Infinity", R"(write "-inf", with quotes)"},
    Hint{"inf", R"(write "inf", with quotes)"},
    Hint{"-inf", R"(write "-inf", with quotes)"},
    Hint{"Inf", R"(write "inf", with quotes)"},
    Hint{"-Inf", R"(write "-inf", with quotes)"},
    Hint{"True", "write true"},
    Hint{"False", "write false"},
    Hint{"None", "write null"},
};

/// By the first character, where no whole word fits.
constexpr std::array first_character_hints{
    Hint{"'", "strings stand in double quotes"},
    Hint{"//", "JSON has no comments"},
    Hint{"/*", "JSON has no comments"},
    Hint{"/", "JSON has no fractions; write the number"},
    Hint{"#", "JSON has no comments"},
    Hint{"+", "numbers have no leading '+'"},
    Hint{".", "numbers have a digit before the '.'"},
};

/// The token at fault begins after the last good one and the separators that were accepted after it.
std::size_t fault_start(std::string_view text, const Breakdown& at) {
  std::size_t start = skip_blanks(text, at.token_end);
  while (start < text.size() && (text[start] == ',' || text[start] == ':') && start + 1 < at.read_end)
    start = skip_blanks(text, start + 1);
  return start;
}

/// The last character before `start` that is not white space; '\0' where there is none.
char previous_character(const Source& source, std::size_t start) {
  const std::string_view before = source.text().substr(source.begin(), start - source.begin());
  const std::size_t last = before.find_last_not_of(" \t\r\n");
  return last == std::string_view::npos ? '\0' : before[last];
}

std::string_view expected(const Source& source, const Breakdown& at, char previous) {
  const char bracket = at.bracket ? source.text()[*at.bracket] : '\0';
  if (previous == '\0' || previous == ':') return "a value";
  if (previous == ',') return bracket == '{' ? "a key in double quotes" : "a value";
  if (previous == '[') return "a value or ']'";
  if (previous == '{') return "a key in double quotes or '}'";
  if (at.after_key) return "':' after the key";
  if (bracket == '{') return "',' or '}'";
  return bracket == '[' ? "',' or ']'" : "the end of the file";
}

std::string found(std::string_view text, std::size_t start) {
  if (text[start] == '"') return shown(text.substr(start, string_end(text, start) - start));
  const std::size_t end = word_end(text, start);
  if (end == start) return fmt::format("'{}'", text[start]);
  return shown(text.substr(start, end - start));
}

std::string_view advice(std::string_view word) {
  for (const Hint& hint : hints)
    if (hint.word == word) return hint.advice;
  for (const Hint& hint : first_character_hints)
    if (word.starts_with(hint.word)) return hint.advice;
  return {};
}

/// "01" is the number 0, and then something unexpected.
bool follows_zero(std::string_view text, std::size_t start) {
  const auto is_digit = [&](std::size_t at) { return text[at] >= '0' && text[at] <= '9'; };
  return start > 0 && text[start - 1] == '0' && is_digit(start);
}

[[noreturn]] void fail_end(const Source& source, const Breakdown& at, std::string_view wanted) {
  std::string message = fmt::format("found the end of the file, expected {}", wanted);
  if (at.bracket) {
    const Position open = source.position(*at.bracket);
    const char bracket = source.text()[*at.bracket];
    message += fmt::format(" (the '{}' at line {} column {} is still open)", bracket, open.line, open.column);
  }
  source.fail(source.text().size(), {}, message);
}

[[noreturn]] void fail_comma(const Source& source, std::size_t start) {
  const std::size_t comma = source.text().find_last_of(',', start - 1);
  source.fail(comma, {},
              fmt::format("found ',' before '{}': remove the trailing comma", source.text()[start]));
}

[[noreturn]] void fail_string(const Source& source, std::size_t start, std::string_view reason) {
  const std::string_view text = source.text();
  if (reason.find("missing closing quote") != std::string_view::npos)
    source.fail(start, {}, "unterminated string: expected a closing '\"'");
  if (reason.find("UTF-8") != std::string_view::npos) {
    std::size_t at = start;
    while (at < text.size() && first_character(text.substr(at)).valid)
      at += first_character(text.substr(at)).bytes;
    source.fail(at, {}, fmt::format("invalid UTF-8 in a string (byte {})", shown(text.substr(at, 1))));
  }
  constexpr std::string_view prefix = "invalid string: ";
  if (reason.starts_with(prefix)) reason.remove_prefix(prefix.size());
  source.fail(start, {}, fmt::format("invalid string: {}", reason));
}

[[noreturn]] void fail_word(const Source& source, std::size_t start, const Breakdown& at,
                            std::string_view wanted) {
  const std::string_view text = source.text();
  const std::string_view word = text.substr(start, std::max<std::size_t>(word_end(text, start) - start, 1));
  const std::string_view hint = advice(word);
  constexpr std::string_view prefix = "invalid number; ";
  if (!hint.empty())
    source.fail(start, {}, fmt::format("found {}, expected {}; {}", shown(word), wanted, hint));
  if (at.lexical.starts_with(prefix))
    source.fail(start, {},
                fmt::format("invalid number {}: {}", shown(word), at.lexical.substr(prefix.size())));
  source.fail(start, {}, fmt::format("found {}, expected {}", shown(word), wanted));
}

}  // namespace

void fail_syntax(const Source& source, const Breakdown& at) {
  const std::string_view text = source.text();
  const std::size_t start = fault_start(text, at);
  if (start < text.size() && text[start] == '"' && !at.lexical.empty())
    fail_string(source, start, at.lexical);
  const char previous = previous_character(source, start);
  const std::string_view wanted = expected(source, at, previous);
  if (start >= text.size()) fail_end(source, at, wanted);
  if (previous == ',' && (text[start] == ']' || text[start] == '}')) fail_comma(source, start);
  if (!at.lexical.empty()) fail_word(source, start, at, wanted);
  const std::string_view hint = follows_zero(text, start) ? "; numbers have no leading zeros" : "";
  source.fail(start, {}, fmt::format("found {}, expected {}{}", found(text, start), wanted, hint));
}

}  // namespace attn

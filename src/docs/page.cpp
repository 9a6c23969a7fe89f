#include "docs/page.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "attn/error.hpp"
#include "docs/fingerprint.hpp"
#include "text/visible.hpp"

namespace attn {

namespace {

constexpr std::string_view opening_word = "attn-calc";
constexpr std::string_view closing_word = "/attn-calc";
constexpr std::string_view mark = "\xEF\xBB\xBF";  // a byte order mark
constexpr std::string_view blanks = " \t";
constexpr std::string_view digits = "0123456789";

std::string_view trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(blanks);
  if (first == text.npos) return {};
  return text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

void drop_blanks(std::string_view& text) {
  text.remove_prefix(std::min(text.find_first_not_of(blanks), text.size()));
}

/// The length of "- " or "12. " at the beginning of a line, blank included; 0 where no list item begins.
std::size_t bullet_length(std::string_view line) {
  std::size_t length = std::min(line.find_first_not_of(digits), line.size());
  const std::string_view signs = length == 0 ? "-*+" : ".)";
  if (length >= line.size() || signs.find(line[length]) == signs.npos) return 0;
  ++length;
  return length < line.size() && blanks.find(line[length]) != blanks.npos ? length + 1 : 0;
}

/// The line without the indentation, quote marks and bullets that it stands behind.
std::string_view content(std::string_view line) {
  for (;;) {
    drop_blanks(line);
    const std::size_t bullet = bullet_length(line);
    if (line.starts_with('>'))
      line.remove_prefix(1);
    else if (bullet > 0)
      line.remove_prefix(bullet);
    else
      return line;
  }
}

/// Fenced code that a line may stand in (CommonMark 0.31, section 4.5).
struct Fence {
  std::string_view marks;       // backticks or tildes; empty outside of such code
  std::size_t indentation = 0;  // bytes before the marks
  std::ptrdiff_t quotes = 0;    // of them ">"
};

/// None where the line begins no fenced code.
Fence opening_fence(std::string_view line) {
  const std::string_view text = content(line);
  if (!text.starts_with("```") && !text.starts_with("~~~")) return {};
  const std::string_view marks = text.substr(0, text.find_first_not_of(text[0]));
  if (marks[0] == '`' && text.find('`', marks.size()) != text.npos) return {};  // `` ```code``` ``
  const std::size_t indentation = line.size() - text.size();
  return {marks, indentation, std::ranges::count(line.substr(0, indentation), '>')};
}

/// The line of fenced code in a quote, without the marks of the quote; nothing where the quote has ended, and
/// the code with it.
std::optional<std::string_view> code_line(std::string_view line, const Fence& fence) {
  for (std::ptrdiff_t quote = 0; quote < fence.quotes; ++quote) {
    drop_blanks(line);
    if (!line.starts_with('>')) return std::nullopt;
    line.remove_prefix(1);
  }
  return line;
}

bool closes(std::string_view line, const std::string_view code, const Fence& fence) {
  const std::string_view text = trimmed(code);
  const auto indentation = static_cast<std::size_t>(text.data() - line.data());
  return text.starts_with(fence.marks) && text.find_first_not_of(fence.marks[0]) == text.npos &&
         indentation <= fence.indentation + 3;
}

/// What follows "<!-- attn-calc" or "<!-- /attn-calc", or nothing where the line has no such comment.
std::optional<std::string_view> behind(std::string_view line, std::string_view word) {
  constexpr std::string_view comment = "<!--";
  if (!line.starts_with(comment)) return std::nullopt;
  line.remove_prefix(comment.size());
  drop_blanks(line);
  if (!line.starts_with(word)) return std::nullopt;
  line.remove_prefix(word.size());
  const bool word_goes_on =
      !line.empty() && blanks.find(line[0]) == blanks.npos && line[0] != ':' && line[0] != '-';
  return word_goes_on ? std::nullopt : std::optional(line);
}

bool is_ours(std::string_view line) {
  return behind(line, opening_word) || behind(line, closing_word);
}

/// "  " for the "- " of an item's first line: what its next lines begin with.
std::string prefix_of(std::string_view line, std::string_view content) {
  std::string prefix(line.substr(0, line.size() - content.size()));
  std::ranges::replace_if(
      prefix, [](char c) { return c != '>' && blanks.find(c) == blanks.npos; }, ' ');
  return prefix;
}

class BlockFinder {
 public:
  explicit BlockFinder(std::string_view where) : where_(where) {}

  void take(std::size_t index, std::string_view line) {
    index_ = index;
    if (index == 0 && line.starts_with(mark)) line.remove_prefix(mark.size());
    const auto code = code_line(line, fence_);
    if (!fence_.marks.empty() && code)
      take_code(line, *code);
    else
      take_text(line);
  }

  std::vector<Block> end() {
    if (!fence_.marks.empty() && hidden_)
      fail(fence_begin_,
           fmt::format("fenced code begins here and has no end, so that line {} belongs to it; close it",
                       *hidden_ + 1));
    if (is_open_)
      fail(blocks_.back().begin, "a block begins here and has no end; write <!-- /attn-calc --> behind it");
    return std::move(blocks_);
  }

 private:
  void take_code(std::string_view line, std::string_view code) {
    if (is_ours(trimmed(code))) hidden_ = index_;
    if (closes(line, code, fence_)) fence_ = {};
  }

  void take_text(std::string_view line) {
    const std::string_view text = content(line);
    if (const auto opening = behind(text, opening_word)) return open(*opening, prefix_of(line, text));
    if (const auto closing = behind(text, closing_word)) return close(*closing);
    refuse_inline(text);
    fence_ = opening_fence(line);
    fence_begin_ = index_;
    hidden_.reset();
  }

  /// A comment of ours in the middle of a line would look as if it were kept true. In `code` it is text.
  void refuse_inline(std::string_view text) const {
    for (std::size_t at = text.find("<!--"); at != text.npos; at = text.find("<!--", at + 1)) {
      const std::string_view before = text.substr(0, at);
      if (std::ranges::count(before, '`') % 2 == 0 && is_ours(text.substr(at)))
        fail(index_, "a comment of attn-calc in the middle of a line; give it a line of its own");
    }
  }

  void open(std::string_view rest, std::string prefix) {
    if (is_open_)
      fail(index_, fmt::format("a block begins within that of line {}; write <!-- /attn-calc --> before it",
                               blocks_.back().begin + 1));
    rest = inside(rest);
    if (!rest.starts_with(':'))
      fail(index_, fmt::format("found {}, expected a colon: <!-- attn-calc: COMMAND -->", in_quotes(rest)));
    const std::string_view command = trimmed(rest.substr(1));
    if (command.empty())
      fail(index_, "the command is empty, expected <!-- attn-calc: run problem.json --> or the like");
    blocks_.push_back({index_, 0, command, std::move(prefix), {}});
    is_open_ = true;
  }

  void close(std::string_view rest) {
    if (!is_open_)
      fail(index_, "a block ends here that has not begun; <!-- attn-calc: COMMAND --> begins one");
    const std::string_view fingerprint = inside(rest);
    if (!fingerprint.empty() && !is_fingerprint(fingerprint))
      fail(index_, fmt::format("found {}, expected <!-- /attn-calc -->, and between, nothing or the 8 digits "
                               "that --update wrote there",
                               in_quotes(fingerprint)));
    blocks_.back().end = index_;
    blocks_.back().fingerprint = fingerprint;
    is_open_ = false;
  }

  /// The rest of a comment up to its end, which is that of the line too.
  std::string_view inside(std::string_view rest) const {
    const std::size_t end = rest.find("-->");
    if (end == rest.npos) fail(index_, "the comment does not end in its line; write --> behind it");
    if (const std::string_view more = trimmed(rest.substr(end + 3)); !more.empty())
      fail(index_, fmt::format("found {} behind the comment; it has a line of its own", in_quotes(more)));
    return trimmed(rest.substr(0, end));
  }

  [[noreturn]] void fail(std::size_t index, std::string_view message) const {
    throw InputError(fmt::format("{}:{}: {}", where_, index + 1, message));
  }

  std::string_view where_;
  std::vector<Block> blocks_;
  bool is_open_ = false;
  Fence fence_;
  std::size_t fence_begin_ = 0;
  std::optional<std::size_t> hidden_;  // a comment of ours in this code
  std::size_t index_ = 0;
};

}  // namespace

std::vector<Line> lines_of(std::string_view text) {
  std::vector<Line> lines;
  while (!text.empty()) {
    const std::size_t size = std::min(text.find('\n'), text.size() - 1) + 1;
    std::string_view line = text.substr(0, size);
    std::size_t length = line.ends_with("\r\n") ? size - 2 : line.ends_with('\n') ? size - 1 : size;
    lines.push_back({line.substr(0, length), line.substr(length)});
    text.remove_prefix(size);
  }
  return lines;
}

std::vector<Block> find_blocks(std::span<const Line> lines, std::string_view where) {
  BlockFinder finder(where);
  for (std::size_t index = 0; index < lines.size(); ++index) finder.take(index, lines[index].text);
  return finder.end();
}

}  // namespace attn

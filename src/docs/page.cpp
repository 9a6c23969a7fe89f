#include "docs/page.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "docs/fingerprint.hpp"
#include "docs/marks.hpp"
#include "text/visible.hpp"

namespace attn {

namespace {

/// "  " for the "- " of an item's first line: what its next lines begin with.
std::string prefix_of(std::string_view before) {
  std::string prefix(before);
  std::ranges::replace_if(
      prefix, [](char c) { return c != '>' && c != '\t'; }, ' ');
  return prefix;
}

/// Makes blocks of the marks of a page.
class Pairs {
 public:
  Pairs(std::span<const Line> lines, std::string_view where) : lines_(lines), where_(where) {}

  std::vector<Block> of(const std::vector<Mark>& marks) {
    for (std::size_t i = 0; i < marks.size(); ++i) {
      const Mark& mark = marks[i];
      if (!mark.is_alone)
        add_inline(mark, i + 1 < marks.size() ? &marks[++i] : nullptr);
      else if (mark.closes)
        close(mark);
      else
        open(mark);
    }
    if (is_open_)
      fail(blocks_.back().begin, "a block begins here and has no end; write <!-- /attn-calc --> behind it");
    return std::move(blocks_);
  }

 private:
  void open(const Mark& mark) {
    if (is_open_)
      fail(mark.line,
           fmt::format("a block begins within that of line {}; write <!-- /attn-calc --> before it",
                       blocks_.back().begin + 1));
    Block& block = blocks_.emplace_back();
    block.begin = mark.line;
    block.command = command_of(mark);
    block.prefix = prefix_of(lines_[mark.line].text.substr(0, mark.column));
    is_open_ = true;
  }

  void close(const Mark& mark) {
    if (!is_open_)
      fail(mark.line, "a block ends here that has not begun; <!-- attn-calc: COMMAND --> begins one");
    Block& block = blocks_.back();
    block.end = mark.line;
    block.fingerprint = fingerprint_in(mark);
    block.source = text_from(lines_[block.begin], lines_[block.end]);
    is_open_ = false;
  }

  /// Both comments are in one line.
  void add_inline(const Mark& opening, const Mark* closing) {
    if (is_open_ || opening.closes || !closing || !closing->closes || closing->line != opening.line)
      fail(opening.line,
           "a comment of attn-calc in the middle of a line, which has to hold both, <!-- attn-calc: value "
           "FILE "
           "CELL --><!-- /attn-calc -->; or give each a line of its own");
    if (opening.in_text && opening.inside.find("--") != std::string_view::npos)
      fail(opening.line,
           "\"--\" in a comment in the middle of a line, which GitHub and others then show as text "
           "(CommonMark "
           "up to 0.30); say -d, -i, -n, -r, -t for --decimals, --index-from, --names, --round, --tile");
    Block& block = blocks_.emplace_back();
    block.begin = block.end = opening.line;
    block.command = command_of(opening);
    block.fingerprint = fingerprint_in(*closing);
    block.is_inline = true;
    const char* const begin = opening.comment.data();
    block.source = {begin, closing->comment.data() + closing->comment.size()};
    block.between = {begin + opening.comment.size(), closing->comment.data()};
  }

  std::string_view command_of(const Mark& mark) const {
    if (!mark.inside.starts_with(':'))
      fail(mark.line,
           fmt::format("found {}, expected a colon: <!-- attn-calc: COMMAND -->", in_quotes(mark.inside)));
    const std::string_view command = mark.inside.substr(1);
    const std::size_t first = command.find_first_not_of(" \t");
    if (first == command.npos)
      fail(mark.line, "the command is empty, expected <!-- attn-calc: run problem.json --> or the like");
    return command.substr(first);
  }

  std::string_view fingerprint_in(const Mark& mark) const {
    if (!mark.inside.empty() && !is_fingerprint(mark.inside))
      fail(mark.line,
           fmt::format("found {}, expected <!-- /attn-calc -->, and between, nothing or the 8 digits "
                       "that --update wrote there",
                       in_quotes(mark.inside)));
    return mark.inside;
  }

  [[noreturn]] void fail(std::size_t line, std::string_view message) const { fail_at(where_, line, message); }

  std::span<const Line> lines_;
  std::string_view where_;
  std::vector<Block> blocks_;
  bool is_open_ = false;
};

}  // namespace

std::vector<Block> find_blocks(std::string_view page, std::string_view where) {
  const std::vector<Line> lines = lines_of(page);
  return Pairs(lines, where).of(find_marks(page, lines, where));
}

}  // namespace attn

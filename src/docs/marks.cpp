#include "docs/marks.hpp"

#include <cmark.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>
#include <memory>
#include <optional>

#include "attn/error.hpp"

namespace attn {

namespace {

constexpr std::string_view comment_begin = "<!--";
constexpr std::string_view comment_end = "-->";
constexpr std::string_view blanks = " \t";

std::string_view trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(blanks);
  if (first == text.npos) return {};
  return text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

/// What a comment of ours says; nothing where a text begins with none.
std::optional<Mark> mark_at(std::string_view text) {
  if (!text.starts_with(comment_begin)) return std::nullopt;
  const std::size_t end = std::min(text.find(comment_end, comment_begin.size()), text.size());
  Mark mark;
  mark.comment = text.substr(0, end + comment_end.size());
  std::string_view inside = trimmed(text.substr(comment_begin.size(), end - comment_begin.size()));
  mark.closes = inside.starts_with('/');
  if (mark.closes) inside.remove_prefix(1);
  constexpr std::string_view word = "attn-calc";
  if (!inside.starts_with(word)) return std::nullopt;
  inside.remove_prefix(word.size());
  const bool word_goes_on = !inside.empty() && std::string_view(" \t\r\n:").find(inside[0]) == inside.npos;
  if (word_goes_on) return std::nullopt;
  mark.inside = trimmed(inside);
  return mark;
}

/// The length of the code span that a text begins with, or of backticks that begin none.
std::size_t code_span_length(std::string_view text) {
  const std::size_t marks = std::min(text.find_first_not_of('`'), text.size());
  for (std::size_t at = text.find('`', marks); at != text.npos;) {
    const std::size_t end = std::min(text.find_first_not_of('`', at), text.size());
    if (end - at == marks) return end;
    at = text.find('`', end);
  }
  return marks;
}

bool starts_with_tag(std::string_view text, std::string_view tag) {
  const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; };
  return text.size() >= tag.size() && std::ranges::equal(text.substr(0, tag.size()), tag, {}, lower);
}

/// The length of preformatted text and the like (CommonMark 0.31, section 4.6, the first kind of HTML blocks)
/// that a text begins with; 0 where it begins none.
std::size_t raw_length(std::string_view text) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 4> tags{
      {{"<pre", "</pre>"}, {"<script", "</script>"}, {"<style", "</style>"}, {"<textarea", "</textarea>"}}};
  for (const auto& [begin, end] : tags) {
    if (!starts_with_tag(text, begin)) continue;
    const std::string_view next = text.substr(begin.size());
    if (!next.empty() && std::string_view(" \t\r\n>").find(next[0]) == next.npos) continue;
    for (std::size_t at = begin.size(); at < text.size(); ++at)
      if (starts_with_tag(text.substr(at), end)) return at + end.size();
    return text.size();
  }
  return 0;
}

std::size_t line_count(std::string_view literal) {
  return static_cast<std::size_t>(std::ranges::count(literal, '\n'));
}

/// The line in which the next block begins: cmark 0.30 has an underlined heading end one line too late.
std::size_t line_behind(cmark_node* node) {
  for (; node != nullptr; node = cmark_node_parent(node))
    if (cmark_node* const next = cmark_node_next(node))
      return static_cast<std::size_t>(cmark_node_get_start_line(next)) - 1;
  return std::numeric_limits<std::size_t>::max();
}

class MarkFinder {
 public:
  MarkFinder(std::span<const Line> lines, std::string_view where) : lines_(lines), where_(where) {}

  void take(cmark_node* node) {
    const auto first = static_cast<std::size_t>(cmark_node_get_start_line(node)) - 1;
    const auto end = std::max(static_cast<std::size_t>(cmark_node_get_end_line(node)), first + 1);
    const auto column = static_cast<std::size_t>(cmark_node_get_start_column(node)) - 1;
    switch (cmark_node_get_type(node)) {
      case CMARK_NODE_CODE_BLOCK:
        return require_closed({first, end, column}, cmark_node_get_literal(node));
      case CMARK_NODE_HTML_BLOCK:  // its end, as cmark says it, is that of what comes before
        return take_html({first, first + line_count(cmark_node_get_literal(node)), column});
      case CMARK_NODE_HEADING:
        return take_text({first, std::min(end, line_behind(node)), column});
      case CMARK_NODE_PARAGRAPH:
        return take_text({first, end, column});
      default:
        return;
    }
  }

  std::vector<Mark> marks() { return std::move(marks_); }

 private:
  /// Lines from `first` up to `end`, which is not one of them, and where in the first one they begin.
  struct Lines {
    std::size_t first;
    std::size_t end;
    std::size_t column;
  };

  std::string_view text_of(const Lines& part) const {
    return text_from(lines_[part.first], lines_[part.end - 1]).substr(part.column);
  }

  /// Code that goes on to the end of the page has probably lost its end.
  void require_closed(const Lines& code, std::string_view literal) const {
    const std::string_view opening = lines_[code.first].text.substr(code.column);
    const bool is_fenced =
        (opening.starts_with("```") || opening.starts_with("~~~")) && !literal.starts_with(opening);
    const bool is_closed = code.end < lines_.size() || line_count(literal) < code.end - code.first - 1;
    if (!is_fenced || is_closed) return;
    for (std::size_t line = code.end; --line > code.first;)
      if (const std::size_t at = lines_[line].text.find(comment_begin);
          at != std::string_view::npos && mark_at(lines_[line].text.substr(at)))
        fail_at(where_, code.first,
                fmt::format("fenced code begins here and has no end, so that line {} belongs to it; close it",
                            line + 1));
  }

  void take_html(const Lines& html) {
    const std::string_view text = text_of(html);
    for (std::size_t at = 0; at < text.size();) {
      const std::size_t raw = raw_length(text.substr(at));
      at += raw > 0 ? raw : take_comment(text, at, html, false);
    }
  }

  void take_text(const Lines& paragraph) {
    const std::string_view text = text_of(paragraph);
    for (std::size_t at = 0; at < text.size();) {
      if (text[at] == '\\')
        at += 2;
      else if (text[at] == '`')
        at += code_span_length(text.substr(at));
      else
        at += take_comment(text, at, paragraph, true);
    }
  }

  /// Returns the length of the comment that stands there, or 1.
  std::size_t take_comment(std::string_view text, std::size_t at, const Lines& part, bool in_text) {
    const std::string_view rest = text.substr(at);
    if (!rest.starts_with(comment_begin)) return 1;
    if (std::optional<Mark> mark = mark_at(rest)) {
      mark->in_text = in_text;
      add(*mark, part);
      return mark->comment.size();
    }
    const std::size_t end = rest.find(comment_end, 2);  // <!--> is a comment
    return end == rest.npos ? 1 : end + comment_end.size();
  }

  void add(Mark mark, const Lines& part) {
    const char* const begin = mark.comment.data();
    mark.line = part.first;
    while (begin >= text_from(lines_[mark.line], lines_[mark.line]).end()) ++mark.line;
    if (!marks_.empty() && begin < marks_.back().comment.end())
      fail_at(where_, mark.line, "the comment is part of two blocks of text; put a blank line before it");
    const std::string_view line = lines_[mark.line].text;
    mark.column = static_cast<std::size_t>(begin - line.data());
    if (!mark.comment.ends_with(comment_end) || mark.column + mark.comment.size() > line.size())
      fail_at(where_, mark.line, "the comment does not end in its line; write --> behind it");
    const bool is_first = mark.line == part.first && mark.column == part.column;
    mark.html_line = part.first;
    mark.is_alone =
        !mark.in_text &&
        (is_first || line.substr(0, mark.column).find_first_not_of(" \t>") == std::string_view::npos) &&
        trimmed(line.substr(mark.column + mark.comment.size())).empty();
    marks_.push_back(mark);
  }

  std::span<const Line> lines_;
  std::string_view where_;
  std::vector<Mark> marks_;
};

struct FreeNode {
  void operator()(cmark_node* node) const { cmark_node_free(node); }
};
struct FreeIterator {
  void operator()(cmark_iter* iterator) const { cmark_iter_free(iterator); }
};

}  // namespace

void fail_at(std::string_view where, std::size_t line, std::string_view message) {
  throw InputError(fmt::format("{}:{}: {}", where, line + 1, message));
}

std::vector<Mark> find_marks(std::string_view page, std::span<const Line> lines, std::string_view where) {
  const std::unique_ptr<cmark_node, FreeNode> root(
      cmark_parse_document(page.data(), page.size(), CMARK_OPT_DEFAULT));
  const std::unique_ptr<cmark_iter, FreeIterator> nodes(cmark_iter_new(root.get()));
  MarkFinder finder(lines, where);
  for (cmark_event_type event = cmark_iter_next(nodes.get()); event != CMARK_EVENT_DONE;
       event = cmark_iter_next(nodes.get()))
    if (event == CMARK_EVENT_ENTER) finder.take(cmark_iter_get_node(nodes.get()));
  return finder.marks();
}

}  // namespace attn

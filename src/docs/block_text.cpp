#include "docs/block_text.hpp"

#include <algorithm>

#include "docs/fingerprint.hpp"

namespace attn {

namespace {

constexpr std::string_view blanks = " \t";

bool is_blank(std::string_view line) {
  return line.find_first_not_of(blanks) == line.npos;
}

/// "  > " without what would be blank at the end of a line.
std::string_view prefix_of_empty(std::string_view prefix) {
  return prefix.substr(0, prefix.find_last_not_of(blanks) + 1);
}

std::string_view without_prefix(std::string_view line, std::string_view prefix) {
  if (line.starts_with(prefix)) return line.substr(prefix.size());
  if (is_blank(line) || line == prefix_of_empty(prefix)) return {};
  return line;
}

TextLines without_blank_ends(TextLines lines) {
  while (!lines.empty() && is_blank(lines.back())) lines.pop_back();
  const auto first = std::ranges::find_if_not(lines, is_blank);
  lines.erase(lines.begin(), first);
  return lines;
}

/// The lines between the two comments that are blank: at the beginning, and at the end.
struct BlankEnds {
  std::span<const Line> first;
  std::span<const Line> last;
};

BlankEnds blank_ends(std::span<const Line> between, std::string_view prefix) {
  const auto blank = [&](const Line& line) { return is_blank(without_prefix(line.text, prefix)); };
  std::size_t first = 0;
  while (first < between.size() && blank(between[first])) ++first;
  std::size_t last = between.size();
  while (last > first && blank(between[last - 1])) --last;
  return {between.first(first), between.subspan(last)};
}

/// A fence is longer than any run of backticks within.
std::string fence_for(std::string_view text) {
  std::size_t longest = 2;
  for (std::size_t at = text.find('`'); at != text.npos; at = text.find('`', at)) {
    const std::size_t end = std::min(text.find_first_not_of('`', at), text.size());
    longest = std::max(longest, end - at);
    at = end;
  }
  return std::string(longest + 1, '`');
}

TextLines split(std::string_view output) {
  TextLines lines;
  for (const Line& line : lines_of(output)) lines.emplace_back(line.text);
  return lines;
}

bool is_fenced(const TextLines& content) {
  return !content.empty() && content.front().starts_with("```");
}

void append(std::string& text, std::span<const Line> lines) {
  for (const Line& line : lines) text.append(line.text).append(line.ending);
}

/// The closing comment, with another fingerprint.
std::string closing(std::string_view line, std::string_view fingerprint) {
  const std::size_t begin = line.find("<!--");
  const std::size_t end = line.find("-->", begin) + 3;
  std::string text(line.substr(0, begin));
  return text.append("<!-- /attn-calc ").append(fingerprint).append(" -->").append(line.substr(end));
}

}  // namespace

TextLines content_of(std::span<const Line> lines, const Block& block) {
  TextLines content;
  for (const Line& line : lines.subspan(block.begin + 1, block.end - block.begin - 1))
    content.emplace_back(without_prefix(line.text, block.prefix));
  return without_blank_ends(std::move(content));
}

TextLines fenced(std::string_view output, std::string_view language) {
  if (language.empty()) return without_blank_ends(split(output));
  const std::string fence = fence_for(output);
  TextLines lines = split(output);
  lines.insert(lines.begin(), fence + std::string(language));
  lines.push_back(fence);
  return lines;
}

std::string with_prefix(std::string_view prefix, std::string_view line) {
  return std::string(line.empty() ? prefix_of_empty(prefix) : prefix).append(line);
}

std::string with_content(std::span<const Line> lines, const Block& block, const TextLines& content) {
  const Line& opening = lines[block.begin];
  const auto between = lines.subspan(block.begin + 1, block.end - block.begin - 1);
  const BlankEnds blank = blank_ends(between, block.prefix);
  const std::string empty = with_prefix(block.prefix, "").append(opening.ending);
  std::string text;
  append(text, {&opening, 1});
  append(text, blank.first);
  // Markdown that ends in HTML or a table would take the comment for its own.
  const bool needs_blank = !is_fenced(content);
  if (needs_blank && blank.first.empty()) text.append(empty);
  for (const std::string& line : content) text.append(with_prefix(block.prefix, line)).append(opening.ending);
  append(text, blank.last);
  if (needs_blank && blank.last.empty()) text.append(empty);
  const Line& end = lines[block.end];
  return text.append(closing(end.text, fingerprint_of(content))).append(end.ending);
}

}  // namespace attn

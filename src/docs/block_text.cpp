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

std::span<const Line> lines_between(std::span<const Line> lines, const Block& block) {
  return lines.subspan(block.begin + 1, block.end - block.begin - 1);
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

/// The closing comment, with another fingerprint. Of a line it is the last one.
std::string closing(std::string_view line, std::string_view fingerprint) {
  const std::size_t begin = line.rfind("<!--");
  const std::size_t end = line.find("-->", begin) + 3;
  std::string text(line.substr(0, begin));
  return text.append("<!-- /attn-calc ").append(fingerprint).append(" -->").append(line.substr(end));
}

}  // namespace

TextLines content_of(std::span<const Line> lines, const Block& block) {
  if (block.is_inline) return block.between.empty() ? TextLines() : TextLines{std::string(block.between)};
  TextLines content;
  for (const Line& line : lines_between(lines, block))
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

Blanks blanks_around(std::span<const Line> lines, const Block& block, const TextLines& content) {
  const std::span<const Line> all = lines_between(lines, block);
  const auto is_written = [&](const Line& line) {
    return !is_blank(without_prefix(line.text, block.prefix));
  };
  const auto first = std::ranges::find_if(all, is_written);
  const auto last = std::find_if(all.rbegin(), std::make_reverse_iterator(first), is_written).base();
  Blanks around{{all.begin(), first}, {last, all.end()}};
  // Markdown that ends in HTML or a table would take the comment for its own.
  if (is_fenced(content)) return around;
  const Line blank{prefix_of_empty(block.prefix), lines[block.begin].ending};
  for (auto* const side : {&around.before, &around.behind})
    if (side->empty()) side->push_back(blank);
  return around;
}

std::string with_content(std::span<const Line> lines, const Block& block, const TextLines& content) {
  const std::string fingerprint = fingerprint_of(content);
  if (block.is_inline) {
    const auto before = static_cast<std::size_t>(block.between.data() - block.source.data());
    const std::string_view behind = block.source.substr(before + block.between.size());
    const std::string text = content.empty() ? "" : content[0];
    return std::string(block.source.substr(0, before)).append(text).append(closing(behind, fingerprint));
  }
  const Line& opening = lines[block.begin];
  const Blanks around = blanks_around(lines, block, content);
  std::string text;
  append(text, {&opening, 1});
  append(text, around.before);
  for (const std::string& line : content) text.append(with_prefix(block.prefix, line)).append(opening.ending);
  append(text, around.behind);
  const Line& end = lines[block.end];
  return text.append(closing(end.text, fingerprint)).append(end.ending);
}

std::string with_fingerprint(std::span<const Line> lines, const Block& block, std::string_view fingerprint) {
  const Line& end = lines[block.end];
  const std::size_t before = block.source.size() - end.text.size() - end.ending.size();
  return std::string(block.source.substr(0, before))
      .append(closing(end.text, fingerprint))
      .append(end.ending);
}

}  // namespace attn

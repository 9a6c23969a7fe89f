#include "docs/checked_block.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "attn/error.hpp"
#include "docs/complaint.hpp"
#include "docs/fingerprint.hpp"
#include "docs/markup.hpp"
#include "docs/unified_diff.hpp"
#include "text/visible.hpp"

namespace attn {

namespace {

bool is_edited_by_hand(const Block& block, const TextLines& written) {
  return !block.fingerprint.empty() && block.fingerprint != fingerprint_of(written);
}

bool is_blank(const TextLines& written) {
  return std::ranges::all_of(
      written, [](const std::string& line) { return line.find_first_not_of(" \t") == std::string::npos; });
}

bool is_text(std::string_view output) {
  while (!output.empty()) {
    const Character character = first_character(output);
    const bool is_control = character.code < 0x20 && character.code != '\n' && character.code != '\t';
    if (!character.valid || is_control) return false;
    output.remove_prefix(character.bytes);
  }
  return true;
}

bool is_fine(const Printed& printed) {
  return printed.status == 0 || printed.status == 1;
}

/// The lines of a file, bytes that are no text included. Joined by newlines they are the file.
TextLines all_lines(std::string_view bytes) {
  TextLines lines;
  for (std::size_t end = bytes.find('\n'); end != bytes.npos; end = bytes.find('\n')) {
    lines.emplace_back(bytes.substr(0, end));
    bytes.remove_prefix(end + 1);
  }
  lines.emplace_back(bytes);
  return lines;
}

/// What a command makes of a block: words, where they go, and where it runs.
struct Command {
  const Words& words;
  const Block& block;
  const std::string& folder;
  const PageSettings& settings;
  bool keeps_file;

  /// Throws InputError (without a place) where it fails.
  Printed run() const {
    Printed printed = settings.run(words, folder);
    if (!is_fine(printed)) throw InputError(complaint(printed, words, folder, settings.run));
    return printed;
  }

  TextLines lines_of(const Printed& printed) const {
    if (keeps_file) return all_lines(printed.output);
    return fenced(printed.output, block.is_inline ? "" : fence_language(words));
  }

  /// Where a digit is the last one that is printed, only more of them say whether it is rightly rounded. Not
  /// every command can print them.
  TextLines with_more_digits() const {
    const Printed printed = settings.run(with_all_digits(words), folder);
    return is_fine(printed) ? lines_of(printed) : TextLines();
  }
};

/// Throws InputError (without a place) for what a page cannot hold.
void require_place(const Printed& printed, const Block& block) {
  if (!is_text(printed.output))
    throw InputError("it does not print text; choose another --format, or let -o FILE keep a file");
  const std::size_t lines = fenced(printed.output, "").size();
  if (!block.is_inline) return;
  if (lines != 1)
    throw InputError(
        fmt::format("it prints {} lines, and there is room for one; value FILE CELL prints a number", lines));
  if (const std::string_view markup = markup_in(printed.output); !markup.empty())
    throw InputError(
        fmt::format("it prints {}, which Markdown would read as markup within a line; value FILE CELL prints "
                    "a number, or give the two comments lines of their own",
                    in_quotes(markup)));
}

/// Throws InputError (without a place) where fenced code would be HTML, which goes on up to a blank line
/// (CommonMark 0.31, section 4.6).
void require_markdown(std::span<const Line> lines, const Block& block, const TextLines& content) {
  if (block.is_inline || block.html_line == block.begin) return;
  if (!blanks_around(lines, block, content).before.empty()) return;
  throw InputError(
      fmt::format("the HTML of line {} goes on here, and what is printed would be part of it; put a blank "
                  "line before the comment",
                  block.html_line + 1));
}

/// The line with the block in it, as it is to be.
ComputedLine inline_line(const Line& line, const CheckedBlock& checked) {
  const std::string_view between = checked.block.between;
  const std::string_view before =
      text_from(line, line).substr(0, static_cast<std::size_t>(between.data() - line.text.data()));
  const std::string_view behind = line.text.substr(before.size() + between.size());
  const auto with = [&](const std::string& text) { return std::string(before).append(text).append(behind); };
  const ComputedLine& computed = checked.lines.front();
  return {with(computed.text), computed.precise.empty() ? "" : with(computed.precise)};
}

}  // namespace

CheckedBlock check_block(std::span<const Line> lines, const Block& block, const std::string& folder,
                         const PageSettings& settings) {
  const auto [words, path] = destination_of(words_of(block.command));
  require_printing(words, settings.subcommands);
  if (path && block.is_inline)
    throw InputError(
        "-o is not for a comment in the middle of a line; give each of the two a line of its own");
  if (path && writes_folder(words))
    throw InputError("that --format writes a folder, and a block keeps one file; choose another");
  const Command command{words, block, folder, settings, path.has_value()};
  CheckedBlock checked{block, {}, {}};
  if (path) {
    checked.file = kept_file(*path, folder);
    require_output_is_no_input(*checked.file, words, folder);
  }
  Printed printed = command.run();
  if (!path) require_place(printed, block);
  checked.computed = command.lines_of(printed);
  if (!path) require_markdown(lines, block, checked.computed);
  if (!path)
    checked.written = content_of(lines, block);
  else if (checked.file->written)
    checked.written = all_lines(*checked.file->written);
  const bool is_missing = checked.file && !checked.file->written;
  checked.is_edited = !is_missing && is_edited_by_hand(block, checked.written);
  checked.is_foreign = block.fingerprint.empty() && !is_blank(checked.written);
  for (const std::string& line : checked.computed) checked.lines.push_back({line});
  checked.is_text = is_text(printed.output);
  if (checked.is_text && !checked.is_exact() && checked.written.size() == checked.computed.size()) {
    const TextLines precise = command.with_more_digits();
    for (std::size_t i = 0; i < precise.size() && precise.size() == checked.lines.size(); ++i)
      checked.lines[i].precise = precise[i];
  }
  checked.is_true = checked.is_exact() || (checked.is_text && is_true(checked.written, checked.lines));
  if (checked.file) checked.file->computed = std::move(printed.output);
  return checked;
}

std::vector<std::string> difference(std::span<const Line> lines, const CheckedBlock& checked) {
  constexpr std::size_t context = 3;
  const Block& block = checked.block;
  const std::size_t first = block.begin + 1 - std::min(block.begin + 1, context);
  const std::size_t last = std::min(block.end + context, lines.size());
  TextLines written;
  std::vector<ComputedLine> computed;
  const auto keep = [&](std::span<const Line> kept) {
    for (const Line& line : kept) computed.push_back({std::string(line.text)});
  };
  for (const Line& line : lines.subspan(first, last - first)) written.emplace_back(line.text);
  if (block.is_inline) {
    keep(lines.subspan(first, block.begin - first));
    computed.push_back(inline_line(lines[block.begin], checked));
    keep(lines.subspan(block.end + 1, last - std::min(block.end + 1, last)));
  } else {
    const Blanks blanks = blanks_around(lines, block, checked.computed);
    keep(lines.subspan(first, block.begin + 1 - first));
    keep(blanks.before);
    for (const ComputedLine& line : checked.lines)
      computed.push_back({with_prefix(block.prefix, line.text), with_prefix(block.prefix, line.precise)});
    keep(blanks.behind);
    keep(lines.subspan(block.end, last - block.end));
  }
  return unified_diff(written, computed, first + 1, checked.is_true ? &is_same : &is_true_line);
}

}  // namespace attn

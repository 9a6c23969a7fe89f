#include "docs/checked_block.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "attn/error.hpp"
#include "docs/fingerprint.hpp"
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

/// What a command said that failed: its first line, without the name of the program.
std::string complaint(const Printed& printed) {
  constexpr std::string_view program = "attn-calc: ";
  if (printed.status > 128) return fmt::format("it was ended by signal {}", printed.status - 128);
  std::string_view text = printed.errors.empty() ? printed.output : printed.errors;
  text = text.substr(0, text.find('\n'));
  if (text.starts_with(program)) text.remove_prefix(program.size());
  return text.empty() ? fmt::format("it failed with exit status {}", printed.status) : std::string(text);
}

/// Where a digit is the last one that is printed, only more of them say whether it is rightly rounded. Not
/// every command can print them.
std::vector<std::string> with_more_digits(const Words& words, const std::string& folder,
                                          const RunCommand& run) {
  const Printed printed = run(with_all_digits(words), folder);
  return is_fine(printed) ? fenced(printed.output, fence_language(words)) : TextLines();
}

}  // namespace

CheckedBlock check_block(std::span<const Line> lines, const Block& block, const std::string& folder,
                         const PageSettings& settings) {
  const Words words = words_of(block.command);
  require_printing(words, settings.subcommands);
  const Printed printed = settings.run(words, folder);
  if (!is_fine(printed)) throw InputError(complaint(printed));
  if (!is_text(printed.output)) throw InputError("it does not print text; choose another --format");
  CheckedBlock checked{block, content_of(lines, block), fenced(printed.output, fence_language(words))};
  checked.is_edited = is_edited_by_hand(block, checked.written);
  checked.is_foreign = block.fingerprint.empty() && !is_blank(checked.written);
  for (const std::string& line : checked.computed) checked.lines.push_back({line});
  if (!checked.is_exact() && checked.written.size() == checked.computed.size()) {
    const TextLines precise = with_more_digits(words, folder, settings.run);
    for (std::size_t i = 0; i < precise.size() && precise.size() == checked.lines.size(); ++i)
      checked.lines[i].precise = precise[i];
  }
  checked.is_true = is_true(checked.written, checked.lines);
  return checked;
}

std::vector<std::string> difference(std::span<const Line> lines, const CheckedBlock& checked) {
  constexpr std::size_t context = 3;
  const Block& block = checked.block;
  const std::size_t first = block.begin + 1 - std::min(block.begin + 1, context);
  const std::size_t last = std::min(block.end + context, lines.size());
  TextLines written;
  std::vector<ComputedLine> computed;
  for (std::size_t i = first; i < last; ++i) written.emplace_back(lines[i].text);
  for (std::size_t i = first; i <= block.begin; ++i) computed.push_back({std::string(lines[i].text)});
  for (const ComputedLine& line : checked.lines)
    computed.push_back({with_prefix(block.prefix, line.text), with_prefix(block.prefix, line.precise)});
  for (std::size_t i = block.end; i < last; ++i) computed.push_back({std::string(lines[i].text)});
  return unified_diff(written, computed, first + 1, checked.is_true ? &is_same : &is_true_line);
}

}  // namespace attn

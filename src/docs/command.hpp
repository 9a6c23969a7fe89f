#pragma once

// The command of a block: words for attn-calc itself. No shell sees it.

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace attn {

using Words = std::vector<std::string>;

/// Cut at blanks; '...' and "..." hold a word together, and stand for nothing else. Nothing is expanded and
/// nothing escaped. Throws InputError (what is wrong, without a place) for a quote that is not closed.
Words words_of(std::string_view command);

/// Throws InputError (without a place) for a command that a page cannot hold: of a subcommand that is not
/// among `subcommands`, or with an option that changes a file or asks for colours. `words`: without -o.
void require_printing(const Words& words, std::span<const std::string_view> subcommands);

/// The file behind -o, and the words without it.
struct Destination {
  Words words;
  std::optional<std::string> path = {};
};
/// Throws InputError (without a place) for an -o without a file, and for a second one.
Destination destination_of(const Words& words);

/// True where --format says one that is a folder of files.
bool writes_folder(const Words& words);

/// The language of the fenced code that the output goes into, by what --format says; "" where it is Markdown.
std::string fence_language(const Words& words);

/// The same command, with another --format.
Words with_format(const Words& words, const std::string& format);

/// The same command, with all digits of its numbers.
Words with_all_digits(const Words& words);

}  // namespace attn

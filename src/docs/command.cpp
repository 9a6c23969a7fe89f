#include "docs/command.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>

#include "attn/error.hpp"
#include "attn/render.hpp"
#include "report/report.hpp"
#include "text/suggest.hpp"
#include "text/visible.hpp"

namespace attn {

namespace {

struct RefusedOption {
  std::string_view name;
  std::string_view why;
};

constexpr std::string_view writes = "it changes what it reads";
constexpr std::array refused_options{
    RefusedOption{"--update", writes},
    RefusedOption{"--record", writes},
    RefusedOption{"--color", "a page has no colours"},
};

/// Also as one word: --update=FILE.
const RefusedOption* refusal_of(std::string_view word) {
  const auto found = std::ranges::find(refused_options, word.substr(0, word.find('=')), &RefusedOption::name);
  return found == refused_options.end() ? nullptr : &*found;
}

/// The value of an option that may be said once, in one word or two.
std::string_view value_of(const Words& words, std::string_view option) {
  for (std::size_t i = 1; i < words.size(); ++i) {
    const std::string_view word = words[i];
    if (word == option && i + 1 < words.size()) return words[i + 1];
    if (word.starts_with(option) && word.substr(option.size()).starts_with('='))
      return word.substr(option.size() + 1);
  }
  return {};
}

/// Without options that have one value, in one word or two.
Words without_options(const Words& words, std::span<const std::string_view> options) {
  Words others;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const bool is_short = words[i].starts_with('-') && !words[i].starts_with("--");
    const std::string option = words[i].substr(0, is_short ? 2 : words[i].find('='));
    if (std::ranges::find(options, option) == options.end())
      others.push_back(words[i]);
    else if (option == words[i])
      ++i;  // its value is the next word
  }
  return others;
}

template <class Table>
const std::string_view* fence_in(const Table& formats, std::string_view name) {
  for (const auto* format : formats)
    if (format->name == name) return &format->fence;
  return nullptr;
}

}  // namespace

Words words_of(std::string_view command) {
  Words words;
  bool in_word = false;
  while (!command.empty()) {
    const char c = command.front();
    command.remove_prefix(1);
    const bool is_blank = c == ' ' || c == '\t';
    if (!is_blank && !in_word) words.emplace_back();
    in_word = !is_blank;
    if (is_blank) continue;
    if (c != '\'' && c != '"') {
      words.back().push_back(c);
      continue;
    }
    const std::size_t end = command.find(c);
    if (end == command.npos)
      throw InputError(fmt::format("found {} without a second one, expected it behind the word", c));
    words.back().append(command.substr(0, end));
    command.remove_prefix(end + 1);
  }
  return words;
}

void require_printing(const Words& words, std::span<const std::string_view> subcommands) {
  const std::string& subcommand = words.front();
  if (std::ranges::find(subcommands, subcommand) == subcommands.end()) {
    const std::string meant = did_you_mean(subcommand, subcommands);
    throw InputError(fmt::format("found {}, expected one of {}{}", in_quotes(subcommand),
                                 fmt::join(subcommands, ", "), meant));
  }
  for (const std::string& word : words) {
    if (word.empty()) throw InputError("a word of the command is empty; leave out the quotes, or write it");
    if (const RefusedOption* refused = refusal_of(word))
      throw InputError(fmt::format("{} is not for a page: {}; leave it out", shown(word), refused->why));
  }
}

Destination destination_of(const Words& words) {
  Destination destination;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::string& word = words[i];
    const bool is_short = word.starts_with("-o");
    if (!is_short && word != "--output" && !word.starts_with("--output=")) {
      destination.words.push_back(word);
      continue;
    }
    if (destination.path) throw InputError("-o: is said twice; a block keeps one file");
    const bool is_next = word == "-o" || word == "--output";
    if (!is_next)
      destination.path = word.substr(is_short ? 2 : word.find('=') + 1);
    else
      destination.path = i + 1 < words.size() ? words[++i] : "";
    if (destination.path->empty()) throw InputError("-o: expected a file behind it");
  }
  return destination;
}

bool writes_folder(const Words& words) {
  const std::string_view name = value_of(words, "--format");
  return std::ranges::any_of(output_formats(), [&](const OutputFormat* format) {
    return format->name == name && format->target == Target::folder;
  });
}

std::string fence_language(const Words& words) {
  const std::string_view format = value_of(words, "--format");
  if (format.empty()) return "text";
  if (const auto* fence = fence_in(output_formats(), format)) return std::string(*fence);
  if (const auto* fence = fence_in(report_formats(), format)) return std::string(*fence);
  return std::string(format);
}

Words with_format(const Words& words, const std::string& format) {
  constexpr std::array<std::string_view, 1> options{"--format"};
  Words other = without_options(words, options);
  other.insert(other.end(), {std::string(options.front()), format});
  return other;
}

Words with_all_digits(const Words& words) {
  constexpr std::array<std::string_view, 3> options{"--decimals", "--precision", "-d"};
  Words all = without_options(words, options);
  all.insert(all.end(), {std::string(options.front()), "17"});
  return all;
}

}  // namespace attn

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <vector>

#include "cli/completion.hpp"
#include "cli/names.hpp"

namespace attn::cli {

namespace {

constexpr std::string_view begin =
    R"(# How fish completes command lines of attn-calc. Written by: attn-calc completion fish

# Whether the word after attn-calc is this one ("": none yet).
function __attn_calc_after
    set -l words (commandline -opc)
    test "$words[2]" = "$argv[1]"
end

# The same, where no option is typed.
function __attn_calc_argument_of
    __attn_calc_after $argv[1]; and not string match -q -- '-*' (commandline -ct)
end

complete -c attn-calc -f
)";

/// In single quotes, between which fish gives a meaning to \ and ' alone.
std::string fish_quoted(std::string_view text) {
  std::string quoted = "'";
  for (const char c : text) {
    if (c == '\\' || c == '\'') quoted += '\\';
    quoted += c;
  }
  return quoted + "'";
}

/// What fish evaluates to a list of words. It shows what stands behind a tab beside the word.
std::string words_of(const Value& value) {
  if (value.is_list) return fmt::format("(__fish_append , {})", fmt::join(names_of(value.words), " "));
  std::vector<std::string> words;
  for (const Row& word : value.words)
    words.push_back(word.help.empty() ? word.name
                                      : fmt::format("{}\\t{}", word.name, fish_quoted(word.help)));
  return fmt::format("{}", fmt::join(words, " "));
}

/// `-r -F`: must have a value, a file; `-x`: must have one, and that is no file; `-f`: may have one, and so
/// on.
std::string value_flags(const Value& value) {
  const std::string words = words_of(value);
  std::string flags = value.is_optional ? " -f" : value.is_file ? " -r -F" : " -x";
  if (!words.empty()) flags += " -a " + fish_quoted(words);
  return flags;
}

std::string complete(std::string_view condition, std::string_view command, std::string_view what) {
  return fmt::format("complete -c attn-calc -n '__attn_calc_{} \"{}\"'{}\n", condition, command, what);
}

std::string option_line(std::string_view after, const Argument& option) {
  std::string what;
  for (const std::string& name : option.names)
    what += name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
  if (!option.value.type.empty()) what += value_flags(option.value);
  return complete("after", after, what + " -d " + fish_quoted(option.help));
}

std::string command_lines(const Command& command) {
  std::string lines = "\n";
  for (const Argument& positional : command.positionals) {
    if (positional.value.is_file) lines += complete("argument_of", command.name, " -F");
    if (!positional.value.words.empty())
      lines += complete("argument_of", command.name, " -a " + fish_quoted(words_of(positional.value)));
  }
  for (const Argument& option : command.options) lines += option_line(command.name, option);
  return lines;
}

}  // namespace

std::string fish_completion(const Reference& reference) {
  std::string script(begin);
  for (const Argument& option : reference.program.options) script += option_line("", option);
  for (const Command& command : reference.subcommands)
    script += complete("after", "", fmt::format(" -a {} -d {}", command.name, fish_quoted(command.help)));
  for (const Command& command : reference.subcommands) script += command_lines(command);
  return script;
}

}  // namespace attn::cli

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <vector>

#include "cli/completion.hpp"
#include "cli/names.hpp"

namespace attn::cli {

namespace {

constexpr std::string_view begin = R"(#compdef attn-calc
# How zsh completes command lines of attn-calc. Written by: attn-calc completion zsh

# One more word behind a comma, or behind the dot of a place (head1.weights).
_attn-calc_list() {
  compset -P '*[,.]'
  compadd -S '' "$@"
}

_attn-calc() {
  local curcontext=$curcontext state line
  local -A opt_args
  local -a subcommands=(
)";

/// Called where zsh has loaded it from a folder of $fpath, made known where it was sourced.
constexpr std::string_view end = R"(      esac
      ;;
  esac
}

if [[ $funcstack[1] == _attn-calc ]]; then
  _attn-calc "$@"
else
  compdef _attn-calc attn-calc
fi
)";

std::string escaped(std::string_view text, std::string_view special) {
  std::string escaped;
  for (const char c : text) {
    if (special.find(c) != std::string_view::npos) escaped += '\\';
    escaped += c;
  }
  return escaped;
}

/// In single quotes, between which nothing has a meaning but the quote that ends them.
std::string zsh_quoted(std::string_view text) {
  std::string quoted = "'";
  for (const char c : text) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return quoted + "'";
}

/// `text\:"as tables"`: zsh evaluates it, and reads a word and its help out of that.
std::string described(const Row& word) {
  if (word.help.empty()) return word.name;
  return fmt::format("{}\\:\"{}\"", word.name, escaped(escaped(word.help, "\\\"$`"), ":"));
}

std::string words_of(const Rows& words) {
  std::vector<std::string> described_words;
  bool has_help = false;
  for (const Row& word : words) {
    described_words.push_back(described(word));
    has_help |= !word.help.empty();
  }
  const std::string all = fmt::format("({})", fmt::join(described_words, " "));
  return has_help ? "(" + all + ")" : all;
}

/// How a value is completed. A blank: not at all.
std::string action_of(const Value& value) {
  if (value.is_list) return fmt::format("_attn-calc_list - {}", fmt::join(names_of(value.words), " "));
  if (!value.words.empty()) return words_of(value.words);
  return value.is_file ? "_files" : " ";
}

std::string value_spec(const Value& value) {
  return fmt::format("{}:{}:{}", value.is_optional ? ":" : "", escaped(value.type, "\\:"), action_of(value));
}

/// `'(-o --output)--output=[help]:FILE:_files'`, one for each name.
std::string option_specs(const Argument& option) {
  const bool takes = !option.value.type.empty();
  std::string specs;
  for (const std::string& name : option.names) {
    const bool is_long = name.starts_with("--");
    const std::string_view sign = !takes ? "" : !is_long ? "+" : option.value.is_optional ? "=-" : "=";
    const std::string before = option.is_repeated ? "*" : fmt::format("({})", fmt::join(option.names, " "));
    specs += " \\\n            " +
             zsh_quoted(fmt::format("{}{}{}[{}]{}", before, name, sign, escaped(option.help, "\\[]:"),
                                    takes ? value_spec(option.value) : ""));
  }
  return specs;
}

std::string positional_spec(const Argument& positional) {
  const std::string_view before = positional.is_repeated ? "*" : positional.is_required ? "" : ":";
  return " \\\n            " + zsh_quoted(fmt::format("{}:{}:{}", before, escaped(positional.names[0], "\\:"),
                                                      action_of(positional.value)));
}

std::string command_case(const Command& command) {
  std::string text = fmt::format("        {})\n          _arguments", command.name);
  for (const Argument& option : command.options) text += option_specs(option);
  for (const Argument& positional : command.positionals) text += positional_spec(positional);
  return text + "\n          ;;\n";
}

}  // namespace

std::string zsh_completion(const Reference& reference) {
  std::string script(begin);
  for (const Command& command : reference.subcommands)
    script +=
        fmt::format("    {}\n", zsh_quoted(fmt::format("{}:{}", command.name, escaped(command.help, "\\:"))));
  script += "  )\n  _arguments -C";
  for (const Argument& option : reference.program.options) script += option_specs(option);
  script += " \\\n    '1: :->subcommand' '*:: :->arguments'\n  case $state in\n";
  script += "    subcommand) _describe -t subcommands subcommand subcommands ;;\n";
  script += "    arguments)\n      case $words[1] in\n";
  for (const Command& command : reference.subcommands) script += command_case(command);
  return script + std::string(end);
}

}  // namespace attn::cli

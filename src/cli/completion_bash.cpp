#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cli/completion.hpp"
#include "cli/names.hpp"

namespace attn::cli {

namespace {

constexpr std::string_view functions =
    R"(# How bash completes command lines of attn-calc. Written by: attn-calc completion bash

# The words that begin with what was typed.
_attn_calc_words() {
  mapfile -t COMPREPLY < <(compgen -W "$1" -- "$typed")
}

# One more word behind a comma, or behind the dot of a place (head1.weights).
_attn_calc_list() {
  local last=${typed##*[,.]}
  mapfile -t COMPREPLY < <(compgen -P "${typed%"$last"}" -W "$1" -- "$last")
  compopt -o nospace
}

# Names of files, as readline completes them.
_attn_calc_files() {
  compopt -o default
}

)";

/// bash cuts words at "=", so that --format=json is three of them.
constexpr std::string_view begin = R"(_attn_calc() {
  local typed=${COMP_WORDS[COMP_CWORD]} option=${COMP_WORDS[COMP_CWORD-1]}
  COMPREPLY=()
  if [[ $typed == = ]]; then
    typed= option=$option=
  elif [[ $option == = ]]; then
    option=${COMP_WORDS[COMP_CWORD-2]}=
  fi
  if ((COMP_CWORD == 1)); then
)";

constexpr std::string_view end = R"(  esac
}

complete -F _attn_calc attn-calc
)";

/// The command that completes a value; empty where nothing is known of it.
std::string action_of(const Value& value) {
  const std::string words = fmt::format("{}", fmt::join(names_of(value.words), " "));
  if (value.is_list) return fmt::format("_attn_calc_list '{}'", words);
  if (!words.empty()) return fmt::format("_attn_calc_words '{}'", words);
  return value.is_file ? "_attn_calc_files" : "";
}

/// `--format|--format=) ... ;;`
std::string option_case(const Argument& option) {
  std::vector<std::string> patterns;
  for (const std::string& name : option.names) {
    if (!option.value.is_optional) patterns.push_back(name);
    patterns.push_back(name + "=");
  }
  const std::string action = action_of(option.value);
  return fmt::format("        {}) {}{};;\n", fmt::join(patterns, "|"), action, action.empty() ? "" : " ");
}

/// Options where a dash was typed, else what can stand without one.
std::string rest(const Command& command, std::string_view otherwise, std::string_view indent) {
  return fmt::format("{0}if [[ $typed == -* ]]; then\n{0}  _attn_calc_words '{1}'\n", indent,
                     fmt::join(option_names(command), " ")) +
         (otherwise.empty() ? "" : fmt::format("{0}else\n{0}  {1}\n", indent, otherwise)) +
         fmt::format("{}fi\n", indent);
}

std::string command_case(const Command& command) {
  std::string text = fmt::format("    {})\n      case $option in\n", command.name);
  for (const Argument& option : command.options)
    if (!option.value.type.empty()) text += option_case(option);
  const std::string positional =
      command.positionals.empty() ? "" : action_of(command.positionals.back().value);
  return text + "        *)\n" + rest(command, positional, "          ") +
         "          ;;\n      esac\n      ;;\n";
}

}  // namespace

std::string bash_completion(const Reference& reference) {
  const std::string names = fmt::format("{}", fmt::join(subcommand_names(reference), " "));
  std::string script = std::string(functions) + std::string(begin);
  script += rest(reference.program, fmt::format("_attn_calc_words '{}'", names), "    ");
  script += "    return\n  fi\n  case ${COMP_WORDS[1]} in\n";
  for (const Command& command : reference.subcommands) script += command_case(command);
  return script + std::string(end);
}

}  // namespace attn::cli

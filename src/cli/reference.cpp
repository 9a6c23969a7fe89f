#include "cli/reference.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>

#include "attn/trace.hpp"
#include "cli/subcommand.hpp"

namespace attn::cli {

namespace {

enum class Takes { file, steps };

/// A name in capitals that type names use, where something is known about what stands for it.
struct Placeholder {
  std::string_view name;
  Takes takes;
};

constexpr std::array placeholders{
    Placeholder{"FILE", Takes::file},  Placeholder{"FOLDER", Takes::file}, Placeholder{"DIR", Takes::file},
    Placeholder{"TRACE", Takes::file}, Placeholder{"STEPS", Takes::steps},
};

/// "safe|naive" as safe and naive, "[=a|b]" as a and b, "FILE[:TENSOR]" and "FILE.md" as FILE.
std::vector<std::string> parts_of(std::string_view type) {
  if (type.starts_with("[=")) type = type.substr(2, type.size() - 3);
  std::vector<std::string> parts;
  for (std::size_t begin = 0; begin <= type.size();) {
    const std::size_t end = std::min(type.find('|', begin), type.size());
    std::string_view part = type.substr(begin, end - begin);
    part = part.substr(0, part.find_first_of("[."));
    if (!part.empty()) parts.emplace_back(part);
    begin = end + 1;
  }
  return parts;
}

/// Help for the words, from the table that holds just these, if there is one. The types in which to compute,
/// and those in which something was computed, are the same words and mean the same.
void explain(Rows& words) {
  for (const Topic& topic : topics()) {
    Rows rows = topic.rows();
    if (std::ranges::equal(words, rows, {}, &Row::name, &Row::name)) {
      words = std::move(rows);
      return;
    }
  }
}

void take_part(const std::string& part, Value& value) {
  if (std::ranges::none_of(part, [](char c) { return c >= 'A' && c <= 'Z'; })) {
    value.words.push_back({part, ""});
    return;
  }
  const auto* const known = std::ranges::find(placeholders, part, &Placeholder::name);
  if (known == placeholders.end()) return;
  if (known->takes == Takes::file) value.is_file = true;
  if (known->takes == Takes::steps) {
    value.is_list = true;
    for (const StepName& step : step_names()) value.words.push_back({std::string(step.name), ""});
  }
}

Value value_of(const CLI::Option& option) {
  Value value;
  const std::string type = option.get_type_name();
  const bool is_flag = option.get_items_expected_max() == 0;
  value.is_optional = is_flag && type.starts_with("[=");
  if (is_flag && !value.is_optional) return value;
  value.type = type;
  for (const std::string& part : parts_of(type)) take_part(part, value);
  explain(value.words);
  return value;
}

Argument argument_of(const CLI::Option& option) {
  Argument argument{{}, option.get_group(), option.get_description(), value_of(option), {}, {}};
  for (const std::string& name : option.get_snames()) argument.names.push_back("-" + name);
  for (const std::string& name : option.get_lnames()) argument.names.push_back("--" + name);
  if (option.get_positional()) argument.names.assign(1, option.get_name(true, false));
  argument.is_required = option.get_required();
  argument.is_repeated =
      option.get_expected_max() > 1 || option.get_multi_option_policy() == CLI::MultiOptionPolicy::TakeAll;
  return argument;
}

Command command_of(const CLI::App& app) {
  Command command{app.get_name(), app.get_description(), {}, {}, {}};
  for (const CLI::Option* option : app.get_options())
    if (option->get_positional()) command.positionals.push_back(argument_of(*option));
  for (const std::string& group : app.get_groups())
    for (const CLI::Option* option : app.get_options())
      if (option->nonpositional() && option->get_group() == group)
        command.options.push_back(argument_of(*option));
  return command;
}

}  // namespace

Reference reference_of(const CLI::App& app) {
  Reference reference{command_of(app), {}};
  for (const Subcommand* subcommand : subcommands()) {
    Command command = command_of(*app.get_subcommand(std::string(subcommand->name)));
    command.examples = subcommand->examples;
    reference.program.examples.append(subcommand->examples);
    reference.subcommands.push_back(std::move(command));
  }
  return reference;
}

std::vector<std::string> option_names(const Command& command) {
  std::vector<std::string> names;
  for (const Argument& option : command.options)
    names.insert(names.end(), option.names.begin(), option.names.end());
  return names;
}

std::vector<std::string> subcommand_names(const Reference& reference) {
  std::vector<std::string> names;
  for (const Command& command : reference.subcommands) names.push_back(command.name);
  return names;
}

}  // namespace attn::cli

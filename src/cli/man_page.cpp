#include "cli/man_page.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <string_view>
#include <vector>

#include "attn/version.hpp"
#include "cli/list.hpp"
#include "cli/roff.hpp"

namespace attn::cli {

namespace {

using roff::bold, roff::heading, roff::italic, roff::item, roff::plain, roff::prose;

struct Entry {
  std::string_view name;
  std::string_view help;
};

constexpr std::array exit_statuses{
    Entry{"0", "Fine."},
    Entry{"1", "Numbers that were compared differ."},
    Entry{"2",
          "The command line or an input is wrong, a file cannot be written, or the memory is too small."},
    Entry{"3", "A fault of attn-calc itself."},
};

constexpr std::array variables{
    Entry{"NO_COLOR", "If it is set to something, `--color auto` means no colours."},
    Entry{"TERM", "Where it is `dumb` or not set, there is no progress bar."},
    Entry{"CI", "If it is set to something, `check` writes no expectations (`--update`, `--record`)."},
};

template <class Entries>
std::string section(std::string_view title, const Entries& entries) {
  std::string text = heading("SH", title);
  for (const auto& entry : entries) text += item(bold(entry.name), prose(entry.help));
  return text;
}

/// "attn-calc-run"; `subcommand` is empty for the program itself.
std::string page_name(std::string_view subcommand) {
  return subcommand.empty() ? "attn-calc" : fmt::format("attn-calc-{}", subcommand);
}

std::string link(std::string_view subcommand) {
  return bold(page_name(subcommand)) + "(1)";
}

/// The title line and NAME, from which apropos(1) takes its index: name, dash, a phrase in lower case.
std::string title(std::string_view name, std::string help) {
  std::string capitals(name);
  std::ranges::transform(capitals, capitals.begin(), [](unsigned char c) { return std::toupper(c); });
  help[0] = static_cast<char>(std::tolower(static_cast<unsigned char>(help[0])));
  return fmt::format(".TH \"{}\" \"1\" \"\" \"{}\" \"{}\"\n.SH NAME\n{} \\- {}\n", plain(capitals),
                     plain(fmt::format("attn-calc {}", version())), plain("attn-calc"), plain(name),
                     prose(help));
}

/// "[problem]", "files ...".
std::string usage_of(const Argument& positional) {
  const std::string name = italic(positional.names[0]) + (positional.is_repeated ? " .\\|.\\|." : "");
  return positional.is_required ? name : "[" + name + "]";
}

/// The words that a value can be, where there is more to say than what they are.
std::string words_of(const Value& value) {
  if (value.is_list || std::ranges::all_of(value.words, &std::string::empty, &Row::help)) return "";
  std::string text = ".RS\n";
  for (const Row& word : value.words) text += item(bold(word.name), prose(word.help));
  return text + ".RE\n";
}

std::string option_item(const Argument& option) {
  std::vector<std::string> names;
  for (const std::string& name : option.names) names.push_back(bold(name));
  std::string tag = fmt::format("{}", fmt::join(names, ", "));
  if (!option.value.type.empty())
    tag += (option.value.is_optional ? "" : " ") + roff::type_name(option.value.type);
  return item(tag, prose(option.help)) + words_of(option.value);
}

std::string options_of(const Command& command) {
  std::string text = ".SH OPTIONS\n";
  std::string group = "Options";  // the group of --help, and the name of the section
  for (const Argument& option : command.options) {
    if (option.group != group) text += heading("SS", option.group);
    group = option.group;
    text += option_item(option);
  }
  return text;
}

/// As they are in --help, without what indents them there.
std::string examples_of(const Command& command) {
  std::string text = ".SH EXAMPLES\n.EX\n";
  std::string_view left = command.examples;
  while (!left.empty()) {
    const std::size_t end = std::min(left.find('\n'), left.size());
    const std::string_view line = left.substr(0, end);
    text += plain(line.substr(std::min(line.find_first_not_of(' '), line.size()))) + "\n";
    left.remove_prefix(std::min(end + 1, left.size()));
  }
  return text + ".EE\n";
}

std::string see_also(const Reference& reference, std::string_view from) {
  std::vector<std::string> links;
  if (!from.empty()) links.push_back(link(""));
  for (const Command& command : reference.subcommands)
    if (command.name != from) links.push_back(link(command.name));
  return fmt::format(".SH SEE ALSO\n{}\n", fmt::join(links, ",\n"));
}

/// What `attn-calc list` prints, without what stands elsewhere in the page.
std::string tables() {
  std::string text =
      ".SH TABLES\n" + prose("What `attn-calc list` prints: all names that attn-calc knows.") + "\n";
  for (const Topic& topic : topics()) {
    if (topic.name == "subcommands") continue;
    text += heading("SS", topic.name);
    for (const Row& row : topic.rows()) text += item(bold(row.name), prose(row.help));
  }
  return text;
}

}  // namespace

std::string main_page(const Reference& reference) {
  std::string text = title(page_name(""), reference.program.help);
  text += fmt::format(".SH SYNOPSIS\n{} {} [{}] .\\|.\\|.\n", bold("attn-calc"), italic("subcommand"),
                      italic("options"));
  text +=
      ".SH DESCRIPTION\n" +
      prose(
          "Computes attention from a problem file, which is JSON, or from matrices in files of their own, "
          "and "
          "shows every step by its name. The other subcommands say whether numbers are right, and if not, "
          "where they went wrong and why. Results go to standard output, everything else to standard "
          "error.") +
      "\n.SH SUBCOMMANDS\n" + prose("Each has a page of its own.") + "\n";
  for (const Command& command : reference.subcommands) text += item(link(command.name), prose(command.help));
  text += options_of(reference.program);
  text += section("EXIT STATUS", exit_statuses) + section("ENVIRONMENT", variables);
  text += ".SH FILES\n" +
          prose(
              "The keys of a problem file, the formats that matrices are read from (inputs), and those that "
              "traces (formats) and reports are written in, are among the tables below.") +
          "\n";
  return text + tables() + examples_of(reference.program) + see_also(reference, "");
}

std::string subcommand_page(const Reference& reference, const Command& command) {
  std::string text = title(page_name(command.name), command.help);
  text += fmt::format(".SH SYNOPSIS\n{} [{}]", bold("attn-calc " + command.name), italic("options"));
  for (const Argument& positional : command.positionals) text += " " + usage_of(positional);
  text += "\n.SH DESCRIPTION\n" + prose(command.help) + ".\n";
  for (const Argument& positional : command.positionals)
    text += item(italic(positional.names[0]), prose(positional.help)) + words_of(positional.value);
  text += options_of(command) + section("EXIT STATUS", exit_statuses);
  return text + examples_of(command) + see_also(reference, command.name);
}

}  // namespace attn::cli

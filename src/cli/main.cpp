// attn-calc: computes attention and shows every number on the way.
//
// A subcommand is a file of this folder and a row of `subcommands()`. Results go to standard output,
// everything else to standard error. Exit status: 0 fine, 1 things that were compared differ, 2 bad usage,
// bad input or a failed write, 3 a fault of ours.

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <array>
#include <cstdio>
#include <exception>
#include <memory>
#include <new>
#include <sstream>
#include <string_view>

#include "attn/error.hpp"
#include "attn/render.hpp"
#include "attn/version.hpp"
#include "cli/remark.hpp"
#include "cli/subcommand.hpp"
#include "cli/usage.hpp"
#include "text/visible.hpp"

namespace attn::cli {

std::span<const Subcommand* const> subcommands() {
  static constexpr std::array table{&run_subcommand,       &explain_subcommand, &value_subcommand,
                                    &check_subcommand,     &diff_subcommand,    &diagnose_subcommand,
                                    &docs_subcommand,      &list_subcommand,    &man_subcommand,
                                    &completion_subcommand};
  return table;
}

namespace {

/// Help begins with examples: a subcommand's own, or those of all.
class ExamplesFirst : public CLI::Formatter {
 public:
  std::string make_description(const CLI::App* app) const override {
    std::string examples;
    for (const Subcommand* subcommand : subcommands())
      if (!app->get_parent() || app->get_name() == subcommand->name) examples.append(subcommand->examples);
    return fmt::format("Examples:\n{}\n{}.\n", examples, app->get_description());
  }
};

/// An empty word is a shell variable that was not set. To go on without it would answer another question. A
/// word in brackets would be taken for a list of words.
void refuse_words(std::span<char* const> words) {
  for (std::size_t i = 1; i < words.size(); ++i) {
    const std::string_view word = words[i];
    if (word.empty())
      throw InputError(fmt::format("argument {} is empty (after {})", i, visible(words[i - 1])));
    if (word.starts_with('[') && word.ends_with(']'))
      throw InputError(fmt::format(
          "argument {} has no step before its \"[\": {}; a cell is said as weights[0,1]", i, visible(word)));
    if (word.starts_with("--") && word.ends_with("="))
      throw InputError(fmt::format("argument {} is empty after its \"=\": {}", i, visible(word)));
  }
}

/// Parses the command line and does what it says; returns the exit status.
int execute(int argc, char** argv) {
  refuse_words({argv, static_cast<std::size_t>(argc)});
  CLI::App app("Computes attention and shows every number on the way", "attn-calc");
  app.formatter(std::make_shared<ExamplesFirst>());
  app.set_version_flag("--version", "attn-calc " + std::string(version()));
  app.require_subcommand(1);
  Action action;
  for (const Subcommand* subcommand : subcommands()) {
    CLI::App* parser = app.add_subcommand(std::string(subcommand->name), std::string(subcommand->help));
    parser->callback([&action, defined = subcommand->define(*parser)] { action = defined; });
  }
  try {
    app.parse(argc, argv);
  } catch (const CLI::Success& help_or_version) {
    std::ostringstream text;
    const int status = app.exit(help_or_version, text, text);
    const auto output = standard_output();
    output->write(text.str());
    output->commit();
    return status;
  } catch (const CLI::ParseError& error) {
    throw InputError(usage_error(app, error));
  }
  return action();
}

}  // namespace

}  // namespace attn::cli

int main(int argc, char** argv) {
  try {
    return attn::cli::execute(argc, argv);
  } catch (const attn::InputError& error) {
    attn::cli::remark(error.what());
    return 2;
  } catch (const std::bad_alloc&) {
    attn::cli::remark("the problem does not fit into memory");
    return 2;
  } catch (const std::exception& error) {
    attn::cli::remark(std::string("a fault of attn-calc itself, please report it: ") + error.what());
    return 3;
  }
}

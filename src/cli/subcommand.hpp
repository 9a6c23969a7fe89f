#pragma once

#include <functional>
#include <span>
#include <string_view>

namespace CLI {
class App;
}

namespace attn::cli {

/// What a parsed subcommand does; returns the exit status.
using Action = std::function<int()>;

/// A row of the table of subcommands.
struct Subcommand {
  std::string_view name;
  std::string_view help;
  std::string_view examples;  ///< what --help shows first, one command per line
  /// Adds options to `app`. The action is called after parsing.
  Action (*define)(CLI::App& app);
  bool prints = true;  ///< a page may hold its output (`docs`)
};

extern const Subcommand run_subcommand;
extern const Subcommand explain_subcommand;
extern const Subcommand value_subcommand;
extern const Subcommand check_subcommand;
extern const Subcommand diff_subcommand;
extern const Subcommand diagnose_subcommand;
extern const Subcommand docs_subcommand;
extern const Subcommand list_subcommand;
extern const Subcommand man_subcommand;
extern const Subcommand completion_subcommand;

std::span<const Subcommand* const> subcommands();

}  // namespace attn::cli

#pragma once

// What the command line takes, read from its parser: what the man pages and the completions are made of.

#include <string>
#include <string_view>
#include <vector>

#include "cli/list.hpp"

namespace CLI {
class App;
}

namespace attn::cli {

/// What an argument takes, as far as its type name says it.
struct Value {
  std::string type;          ///< "text|json|npz", "FILE", "[=ALIGN]"; empty: nothing (a flag)
  Rows words;                ///< the known words; their help is empty where no table has it
  bool is_file = false;      ///< or the name of a file or folder
  bool is_list = false;      ///< several of the words, with commas between
  bool is_optional = false;  ///< and then only behind "=": --causal=top-left
};

struct Argument {
  std::vector<std::string> names;  ///< "-o", "--output"; one name without dashes is that of a positional
  std::string group;
  std::string help;
  Value value;
  bool is_required = false;
  bool is_repeated = false;
};

/// The program itself, or a subcommand.
struct Command {
  std::string name;
  std::string help;
  std::string examples;               ///< one per line
  std::vector<Argument> positionals;  ///< in order
  std::vector<Argument> options;      ///< group by group, as in --help
};

struct Reference {
  Command program;
  std::vector<Command> subcommands;
};

/// `app`: the parser of the program, with its subcommands.
Reference reference_of(const CLI::App& app);

/// Every name that an option of the command has.
std::vector<std::string> option_names(const Command& command);

/// The names of the subcommands.
std::vector<std::string> subcommand_names(const Reference& reference);

}  // namespace attn::cli

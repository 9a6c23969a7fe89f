#include "cli/completion.hpp"

#include <CLI/CLI.hpp>
#include <array>
#include <memory>
#include <string>

#include "attn/render.hpp"
#include "cli/names.hpp"
#include "cli/subcommand.hpp"
#include "problem/settings.hpp"

namespace attn::cli {

namespace {

constexpr std::array table{
    Shell{"bash", "~/.local/share/bash-completion/completions/attn-calc", &bash_completion},
    Shell{"zsh", "_attn-calc, in a folder of $fpath", &zsh_completion},
    Shell{"fish", "~/.config/fish/completions/attn-calc.fish", &fish_completion},
};

int print_script(const std::string& shell, const CLI::App& program) {
  const std::string script =
      table[index_of("completion", shell, names_of(table))].script(reference_of(program));
  const auto output = standard_output();
  output->write(script);
  output->commit();
  return 0;
}

Action define(CLI::App& app) {
  const auto shell = std::make_shared<std::string>();
  app.add_option("shell", *shell, "the shell that is to complete command lines")
      ->type_name(one_of(names_of(table)))
      ->required();
  return [shell, &app] { return print_script(*shell, *app.get_parent()); };
}

}  // namespace

std::span<const Shell> shells() {
  return table;
}

constinit const Subcommand completion_subcommand{
    "completion", "Prints the script by which a shell completes command lines of attn-calc",
    "  attn-calc completion bash > ~/.local/share/bash-completion/completions/attn-calc\n", &define};

}  // namespace attn::cli

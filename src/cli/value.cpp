#include <CLI/CLI.hpp>
#include <memory>

#include "cli/cell_options.hpp"
#include "cli/subcommand.hpp"

namespace attn::cli {

namespace {

int print_values(const CellOptions& asked) {
  ExplainOptions options = asked.options(*cell_formats().front());
  options.depth = 0;
  const std::vector<CellExplanation> cells = asked.explained("value", options);
  const auto output = asked.output();
  for (const CellExplanation& cell : cells) output->write(cell.text.value.text + "\n");
  output->commit();
  return 0;
}

Action define(CLI::App& app) {
  const auto asked = std::make_shared<CellOptions>();
  asked->define(app);
  return [asked] { return print_values(*asked); };
}

}  // namespace

constinit const Subcommand value_subcommand{
    "value", "Prints single numbers, or rows, and nothing else",
    "  attn-calc value examples/two-tokens.json 'weights[0,1]' -d 3\n", &define};

}  // namespace attn::cli

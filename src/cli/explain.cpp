#include "attn/explain.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <array>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "cli/cell_options.hpp"
#include "cli/names.hpp"
#include "cli/subcommand.hpp"
#include "cli/words.hpp"
#include "explain/print.hpp"
#include "problem/settings.hpp"

namespace attn::cli {

namespace {

struct Asked {
  CellOptions cells;
  std::string format = "text";
  std::string depth;
};

ExplainOptions options_of(const Asked& asked, const CellFormat& format) {
  ExplainOptions options = asked.cells.options(format);
  if (!asked.depth.empty()) options.depth = index_word("--depth", asked.depth);
  return options;
}

int explain_cells(const Asked& asked) {
  const CellFormat& format = *cell_formats()[index_of("--format", asked.format, names_of(cell_formats()))];
  const ExplainOptions options = options_of(asked, format);
  const std::vector<CellExplanation> explanations = asked.cells.explained("explain", options);
  fmt::memory_buffer out;
  format.append(out, explanations, {options.render.colour});
  const auto output = asked.cells.output();
  output->write({out.data(), out.size()});
  output->commit();
  return 0;
}

Action define(CLI::App& app) {
  const auto asked = std::make_shared<Asked>();
  asked->cells.define(app);
  constexpr const char* group = "How it is written";
  app.add_option("--depth", asked->depth, "how many levels of operands (default: down to the inputs)")
      ->type_name("N")
      ->group(group);
  app.add_option("--format", asked->format,
                 "a tree, equations for an article, or an array of objects (default: text)")
      ->type_name(one_of(names_of(cell_formats())))
      ->group(group);
  return [asked] { return explain_cells(*asked); };
}

}  // namespace

constinit const Subcommand explain_subcommand{
    "explain", "Shows the arithmetic behind single cells, down to the inputs",
    "  attn-calc explain examples/two-tokens.json 'weights[0,1]'\n", &define};

}  // namespace attn::cli

#include "attn/explain.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <array>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "attn/error.hpp"
#include "cli/format_options.hpp"
#include "cli/names.hpp"
#include "cli/problem_options.hpp"
#include "cli/subcommand.hpp"
#include "cli/words.hpp"
#include "explain/print.hpp"
#include "problem/settings.hpp"

namespace attn::cli {

namespace {

struct Asked {
  ProblemOptions problem;
  FormatOptions notation;
  std::vector<std::string> cells;
  std::string format = "text";
  std::string depth;
};

constexpr std::array formats{FormatStyles{"text", style::notation | style::colour | style::full},
                             FormatStyles{"json", 0}};

bool is_for_programs(const Asked& asked) {
  return formats[index_of("--format", asked.format, names_of(formats))].takes == 0;
}

ExplainOptions options_of(const Asked& asked) {
  ExplainOptions options;
  options.arithmetic = asked.problem.execution(asked.notation.naming()).arithmetic;
  const bool for_programs = is_for_programs(asked);
  asked.notation.require_taken(asked.format, formats);
  if (!asked.depth.empty()) options.depth = index_word("--depth", asked.depth);
  if (for_programs) {
    options.render.decimals.count = StepDecimals::all;
    options.render.full = true;
  } else {
    const auto& by_hand = options.arithmetic->by_hand;
    options.render = asked.notation.render_options(true, by_hand ? &*by_hand : nullptr);
    options.orientation = asked.notation.orientation();
  }
  return options;
}

int explain_cells(const Asked& asked) {
  const ExplainOptions options = options_of(asked);
  if (asked.cells.empty())
    throw InputError("explain: say which cell, as in weights[0,1]; see attn-calc explain --help");
  Reader reader(asked.problem.csv());
  const std::shared_ptr<const Problem> problem = asked.problem.read(reader, asked.notation.naming());
  asked.notation.check(*problem);
  const std::vector<CellExplanation> explanations = explain(*problem, asked.cells, options);
  fmt::memory_buffer out;
  if (is_for_programs(asked)) append_json(out, explanations);
  for (std::size_t i = 0; i < explanations.size() && !is_for_programs(asked); ++i) {
    if (i > 0) out.push_back('\n');
    append_tree(out, explanations[i], {options.render.colour});
  }
  const auto output = standard_output();
  output->write({out.data(), out.size()});
  output->commit();
  return 0;
}

/// What ends as a cell does is no problem file: there is none where matrices have their own.
std::string no_cell(const std::string& word) {
  return word.ends_with(']') ? "is a cell" : "";
}

Action define(CLI::App& app) {
  const auto asked = std::make_shared<Asked>();
  asked->problem.define(app, "the head is part of the cell: head1.weights[0,1]");
  app.validate_positionals();
  app.get_option("problem")->check(no_cell);
  app.add_option("cell", asked->cells,
                 "cells as they are printed, by index or token: weights[0,2], head1.scores[cat,\"the mat\"], "
                 "row_max[1]; a row: output[1]")
      ->type_name("CELL");
  constexpr const char* group = "How it is written";
  app.add_option("--depth", asked->depth, "how many levels of operands (default: down to the inputs)")
      ->type_name("N")
      ->group(group);
  app.add_option("--format", asked->format, "a tree, or an array of objects (default: text)")
      ->type_name("text|json")
      ->group(group);
  asked->notation.define_notation(app);
  return [asked] { return explain_cells(*asked); };
}

}  // namespace

constinit const Subcommand explain_subcommand{
    "explain", "Shows the arithmetic behind single cells, down to the inputs",
    "  attn-calc explain examples/two-tokens.json 'weights[0,1]'\n", &define};

}  // namespace attn::cli

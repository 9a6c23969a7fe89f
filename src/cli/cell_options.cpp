#include "cli/cell_options.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>

#include "attn/error.hpp"

namespace attn::cli {

namespace {

/// What ends as a cell does is no problem file: there is none where matrices have their own.
std::string no_cell(const std::string& word) {
  return word.ends_with(']') ? "is a cell" : "";
}

}  // namespace

void CellOptions::define(CLI::App& app) {
  problem_.define(app, "the head is part of the cell: head1.weights[0,1]");
  app.validate_positionals();
  app.get_option("problem")->check(no_cell);
  app.add_option("cell", cells_,
                 "cells as they are printed, by index or token: weights[0,2], head1.scores[cat,'the mat'], "
                 "row_max[1]; a row: output[1]")
      ->type_name("CELL");
  notation_.define_notation(app);
  app.add_option("-o,--output", output_, "writes to a file, which appears whole or not at all")
      ->type_name("FILE")
      ->group("How it is written");
}

void CellOptions::require_taken(const CellFormat& format) const {
  std::vector<FormatStyles> all;
  for (const CellFormat* row : cell_formats()) all.push_back({row->name, row->takes});
  notation_.require_taken(format.name, all);
}

ExplainOptions CellOptions::options(const CellFormat& format, const Problem& problem) const {
  const Naming naming = notation_.naming(problem);
  ExplainOptions options;
  options.arithmetic = problem_.execution(problem, naming).arithmetic;
  options.typeset = format.typeset;
  if (format.takes == 0) {
    options.render.decimals.count = StepDecimals::all;
    options.render.full = true;
    return options;
  }
  const auto& by_hand = options.arithmetic->by_hand;
  options.render =
      notation_.render_options(problem, is_standard_output(output_), by_hand ? &*by_hand : nullptr);
  options.orientation = notation_.orientation();
  return options;
}

std::vector<CellExplanation> CellOptions::explained(const char* name, const CellFormat& format,
                                                    std::size_t depth) const {
  require_taken(format);
  if (cells_.empty())
    throw InputError(fmt::format("{0}: say which cell, as in weights[0,1]; see attn-calc {0} --help", name));
  Reader reader(problem_.csv());
  const std::shared_ptr<const Problem> problem = problem_.read(reader);
  reader.refuse_to_lose("-o", output_);
  ExplainOptions asked = options(format, *problem);
  asked.depth = depth;
  std::vector<CellExplanation> explanations = explain(*problem, cells_, asked);
  problem_.remark_on_heads();
  return explanations;
}

std::unique_ptr<Output> CellOptions::output() const {
  return output_to(output_);
}

}  // namespace attn::cli

#pragma once

#include <memory>
#include <string>
#include <vector>

#include "attn/explain.hpp"
#include "cli/format_options.hpp"
#include "cli/output_path.hpp"
#include "cli/problem_options.hpp"
#include "explain/print.hpp"

namespace CLI {
class App;
}

namespace attn::cli {

/// The options that say which cells of which problem are asked for, and how numbers and names are written.
class CellOptions {
 public:
  void define(CLI::App& app);
  /// --color, for what has colours.
  void define_colour(CLI::App& app) { notation_.define_colour(app); }
  bool colour() const { return notation_.colour(is_standard_output(output_)); }
  /// Reads the problem and explains the cells, as `format` has it. `name`: of the subcommand. Throws
  /// InputError, also where something is said that the format does not take.
  std::vector<CellExplanation> explained(const char* name, const CellFormat& format, std::size_t depth) const;
  /// Where they are written to. Throws InputError.
  std::unique_ptr<Output> output() const;

 private:
  void require_taken(const CellFormat& format) const;
  ExplainOptions options(const CellFormat& format, const Problem& problem) const;

  ProblemOptions problem_;
  FormatOptions notation_;
  std::vector<std::string> cells_;
  std::string output_;
};

}  // namespace attn::cli

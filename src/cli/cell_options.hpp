#pragma once

#include <string>
#include <vector>

#include "attn/explain.hpp"
#include "cli/format_options.hpp"
#include "cli/problem_options.hpp"

namespace CLI {
class App;
}

namespace attn::cli {

/// The options that say which cells of which problem are asked for, and how numbers and names are written.
class CellOptions {
 public:
  void define(CLI::App& app);
  /// As people want it; `options().arithmetic` alone is for everybody.
  ExplainOptions options() const;
  const FormatOptions& notation() const { return notation_; }
  /// Reads the problem and explains the cells. `name`: of the subcommand. Throws InputError.
  std::vector<CellExplanation> explained(const char* name, const ExplainOptions& options) const;

 private:
  ProblemOptions problem_;
  FormatOptions notation_;
  std::vector<std::string> cells_;
};

}  // namespace attn::cli

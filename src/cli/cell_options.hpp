#pragma once

#include <memory>
#include <string>
#include <vector>

#include "attn/explain.hpp"
#include "cli/format_options.hpp"
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
  /// As `format` has it. Throws InputError where something is said that it does not take.
  ExplainOptions options(const CellFormat& format) const;
  /// Reads the problem and explains the cells. `name`: of the subcommand. Throws InputError.
  std::vector<CellExplanation> explained(const char* name, const ExplainOptions& options) const;
  /// Where they are written to. Throws InputError.
  std::unique_ptr<Output> output() const;

 private:
  ProblemOptions problem_;
  FormatOptions notation_;
  std::vector<std::string> cells_;
  std::string output_;
};

}  // namespace attn::cli

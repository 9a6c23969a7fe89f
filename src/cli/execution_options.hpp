#pragma once

#include <string>

#include "attn/evaluate.hpp"
#include "attn/problem.hpp"

namespace CLI {
class App;
}

namespace attn::cli {

/// The options that say who computes, and how.
class ExecutionOptions {
 public:
  void define(CLI::App& app);
  /// Says the backend and the tile, over what the problem says. Throws InputError.
  void override_settings(RawProblem& raw) const;
  /// Throws InputError for an option that is not of the problem's backend.
  void check(const Problem& problem) const;
  Execution execution() const;

 private:
  std::string tile_;
  std::string backend_;
  std::string dtype_ = "float64";
  std::string threads_;
  std::string simd_;
};

}  // namespace attn::cli

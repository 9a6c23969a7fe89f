#pragma once

#include <optional>
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
  /// Throws InputError for an option that is not of the problem's backend, or of a step that it does not
  /// have.
  void check(const Problem& problem, const Naming& naming = {}) const;
  /// `naming`: what steps are called where --round says one.
  Execution execution(const Naming& naming = {}) const;

 private:
  StepDecimals decimals(const Naming& naming) const;
  const Arithmetic* hand_arithmetic(const Naming& naming) const;

  std::string tile_;
  std::string backend_;
  std::string dtype_ = "float64";
  std::string round_;
  std::string ties_;
  mutable std::optional<Arithmetic> by_hand_;  ///< lives as long as what it is handed to
  std::string threads_;
  std::string simd_;
};

}  // namespace attn::cli

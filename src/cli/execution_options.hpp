#pragma once

#include <deque>
#include <mutex>
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
  /// `naming`: what steps are called where --round says one.
  Execution execution(const Naming& naming = {}) const;
  /// Says the steps of --round as the trace of this problem does. Throws InputError for an option that is not
  /// of the problem's backend, or of a step that it does not have. The arithmetic lives as long as this.
  void fit(Execution& execution, const Problem& problem, const Naming& naming = {}) const;
  /// The first option of the fused kernel that was said; nullptr for none.
  const char* of_kernel() const;

 private:
  const Arithmetic* hand_arithmetic(const Naming& naming) const;
  const Arithmetic* keep(HandRounding rounding) const;

  std::string tile_;
  std::string backend_;
  std::string dtype_ = "float64";
  std::string round_;
  std::string ties_;
  mutable std::mutex mutex_;             ///< problems are checked side by side
  mutable std::deque<Arithmetic> kept_;  ///< arithmetics that were handed out
  std::string threads_;
  std::string simd_;
};

}  // namespace attn::cli

#pragma once

#include <fmt/ranges.h>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "attn/evaluate.hpp"
#include "attn/problem.hpp"

namespace CLI {
class App;
}

namespace attn::cli {

/// "safe|naive".
template <const auto& choices>
std::string names() {
  std::vector<std::string_view> words;
  for (const auto& choice : choices) words.push_back(choice.name);
  return fmt::format("{}", fmt::join(words, "|"));
}

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
  const Arithmetic* hand_arithmetic() const;

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

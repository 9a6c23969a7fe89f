#pragma once

#include <optional>
#include <string>

#include "attn/compare.hpp"

namespace CLI {
class App;
}

namespace attn::cli {

/// The options that say what a comparison lets pass.
class ToleranceOptions {
 public:
  void define(CLI::App& app);
  /// --derived, for comparisons that know the problem.
  void define_derived(CLI::App& app);
  /// The first of them that was said; nullptr for none.
  const char* said() const;
  /// Nothing where none of them was said. Throws InputError.
  std::optional<Tolerance> tolerance() const;

 private:
  std::string atol_;
  std::string rtol_;
  std::string ulp_;
  std::string derived_;  ///< a precision; "true": none was said; empty: no --derived
};

}  // namespace attn::cli

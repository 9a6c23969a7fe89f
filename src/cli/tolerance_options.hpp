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
  /// `derived`: there are error bounds to allow for.
  void define(CLI::App& app, bool derived);
  /// Nothing where none of them was said. Throws InputError.
  std::optional<Tolerance> tolerance() const;

 private:
  std::string atol_;
  std::string rtol_;
  std::string ulp_;
  std::string derived_;  ///< a precision; "true": none was said; empty: no --derived
};

}  // namespace attn::cli

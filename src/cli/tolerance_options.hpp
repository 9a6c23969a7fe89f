#pragma once

#include <string>

#include "attn/compare.hpp"

namespace CLI {
class App;
}

namespace attn::cli {

/// --atol, --rtol and --ulp.
class ToleranceOptions {
 public:
  void define(CLI::App& app);
  /// What was said, and nothing else; `unsaid` where nothing was. Throws InputError.
  Tolerance tolerance(const Tolerance& unsaid) const;

 private:
  std::string atol_;
  std::string rtol_;
  std::string ulp_;
};

}  // namespace attn::cli

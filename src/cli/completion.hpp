#pragma once

#include <span>
#include <string>
#include <string_view>

#include "cli/reference.hpp"

namespace attn::cli {

/// A shell that completes command lines: a row of a table.
struct Shell {
  std::string_view name;
  std::string_view help;  ///< where its script belongs
  /// The script that tells it how.
  std::string (*script)(const Reference& reference);
};

std::span<const Shell> shells();

std::string bash_completion(const Reference& reference);
std::string zsh_completion(const Reference& reference);
std::string fish_completion(const Reference& reference);

}  // namespace attn::cli

#pragma once

#include <optional>
#include <string>

namespace attn {

/// A file that a block keeps: what its command prints goes there, not into the page.
struct KeptFile {
  std::string path;                    ///< its folder in front
  std::optional<std::string> written;  ///< what stands there; nothing where there is no such file
  std::string computed = {};
};

/// `said`: behind -o. It has to lie within the folder, links followed. Throws InputError (without a place).
KeptFile kept_file(const std::string& said, const std::string& folder);

}  // namespace attn

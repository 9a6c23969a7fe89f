#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "docs/command.hpp"

namespace attn {

/// A file that a block keeps: what its command prints goes there, not into the page.
struct KeptFile {
  std::string path;                    ///< its folder in front
  std::optional<std::string> written;  ///< what stands there; nothing where there is no such file
  std::string computed = {};
  std::size_t line = 0;      ///< of its block in the page, from 1
  std::string command = {};  ///< of its block
  bool is_to_be_written = false;
};

/// `said`: behind -o. It has to be a regular file, or none yet, and to lie within the folder, links followed.
/// Throws InputError (without a place).
KeptFile kept_file(const std::string& said, const std::string& folder);

/// Throws InputError (without a place) where a command, which runs in the folder, reads the file that its
/// block keeps. `words`: without -o.
void require_output_is_no_input(const KeptFile& file, const Words& words, const std::string& folder);

}  // namespace attn

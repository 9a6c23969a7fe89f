#pragma once

#include <string>

#include "docs/check_page.hpp"

namespace attn {

/// Why a command failed, in one line. `printed`: what it said in the folder. Runs it again where a report has
/// to be asked which of its files is in error.
std::string complaint(const Printed& printed, const Words& words, const std::string& folder,
                      const RunCommand& run);

}  // namespace attn

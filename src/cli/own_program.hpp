#pragma once

#include <string>
#include <vector>

#include "docs/check_page.hpp"

namespace attn::cli {

/// Runs this program with other words in a folder, with an empty standard input. A signal that ends it is the
/// status 128 + n. Throws InputError where it cannot be started there.
Printed run_own_program(const std::vector<std::string>& words, const std::string& folder);

}  // namespace attn::cli

#pragma once

#include <string>

#include "cli/reference.hpp"

namespace attn::cli {

/// attn-calc(1): the program, its subcommands, and its tables.
std::string main_page(const Reference& reference);

/// attn-calc-run(1) and its like.
std::string subcommand_page(const Reference& reference, const Command& command);

}  // namespace attn::cli

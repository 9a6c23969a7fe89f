#pragma once

#include <string_view>

#include "attn/naming.hpp"

namespace attn {

/// Throws InputError that begins with `where` for a name that is the symbol of another step of the problem,
/// which keeps its own: formulas would not tell the two apart.
void check_symbols(const GivenNames& names, const Problem& problem, std::string_view where);

}  // namespace attn

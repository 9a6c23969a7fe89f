#pragma once

#include <string>
#include <string_view>

#include "attn/naming.hpp"

namespace attn {

/// Throws InputError where an id of the trace names no step of the table, or a batch entry or head that the
/// problem does not have. `option` stands in front of the message: "--round: ", or nothing.
void check_step(const std::string& id, const Sizes& sizes, const Naming& naming, std::string_view option);

}  // namespace attn

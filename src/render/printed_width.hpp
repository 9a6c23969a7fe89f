#pragma once

#include <cstddef>
#include <string_view>

namespace attn {

/// About how many digits wide a formula is in print; a matrix as its widest row.
std::size_t printed_width(std::string_view latex);

}  // namespace attn

#pragma once

#include <string_view>

namespace attn {

/// "0.1.0": the version of the library that is linked.
std::string_view version();

}  // namespace attn

#pragma once

#include <string>
#include <string_view>

namespace attn {

/// UTF-8 text as characters without case, for comparison: É and é, and all of Σ, σ and ς, are one; ß is ss.
std::u32string case_folded(std::string_view text);

}  // namespace attn

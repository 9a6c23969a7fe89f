#pragma once

#include <string_view>

namespace attn {

/// The command of a letter that mathematics has and a text font may not: \alpha of α. "" for any other.
std::string_view letter_command(std::string_view letter);

}  // namespace attn

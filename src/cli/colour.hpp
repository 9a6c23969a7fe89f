#pragma once

#include <string>

namespace attn::cli {

/// What --color says: "always", "never", or "auto": on a terminal, unless NO_COLOR is set to something
/// (no-color.org). Throws InputError for any other word.
bool wants_colour(const std::string& word, bool to_standard_output);

}  // namespace attn::cli

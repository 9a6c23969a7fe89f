#pragma once

#include <array>
#include <string>
#include <string_view>

namespace attn::cli {

/// What --color takes.
inline constexpr std::array<std::string_view, 3> colour_words{"auto", "always", "never"};
inline constexpr const char* colour_help =
    "whether in colours; auto (default): on a terminal, unless NO_COLOR is set";

/// What --color says: "always", "never", or "auto": on a terminal, unless NO_COLOR is set to something
/// (no-color.org). Throws InputError for any other word.
bool wants_colour(const std::string& word, bool to_standard_output);

}  // namespace attn::cli

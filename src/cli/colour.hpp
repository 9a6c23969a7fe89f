#pragma once

#include <string>

namespace attn::cli {

/// Whether `--color WORD` (auto, always, never) means colours, where the output goes to that file, or to
/// standard output where it is empty. Throws InputError.
bool wants_colour(const std::string& word, const std::string& output);

}  // namespace attn::cli

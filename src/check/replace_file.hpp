#pragma once

#include <string>

namespace attn {

/// Puts another text into a file, whole or not at all. Throws InputError where the file is no longer the text
/// that was read: what somebody has written there meanwhile would be lost.
void replace_file(const std::string& path, const std::string& read, const std::string& text);

}  // namespace attn

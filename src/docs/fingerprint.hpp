#pragma once

#include <span>
#include <string>
#include <string_view>

namespace attn {

/// Eight hexadecimal digits (CRC-32) of some lines, by which an edit is noticed. It guards against a slip,
/// not against malice.
std::string fingerprint_of(std::span<const std::string> lines);

/// True for text that has the form of one.
bool is_fingerprint(std::string_view text);

}  // namespace attn

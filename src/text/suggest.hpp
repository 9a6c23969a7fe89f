#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace attn {

/// The candidate that a misspelt word may have meant: the same but for case, '_' and '-', or a few typing
/// errors away. The first one, where several are as near. Nothing where none is near.
std::optional<std::string> closest(std::string_view word, std::span<const std::string_view> candidates);

/// `; did you mean "W_Q"?`, or nothing.
std::string did_you_mean(std::string_view word, std::span<const std::string_view> candidates);

}  // namespace attn

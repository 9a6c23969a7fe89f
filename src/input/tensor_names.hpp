#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace attn {

/// Which of a file's arrays is meant: the one of that name, or without a name the only one. Throws InputError
/// that lists the names.
std::size_t chosen_tensor(const std::optional<std::string>& tensor, std::span<const std::string_view> names,
                          std::string_view where);

}  // namespace attn

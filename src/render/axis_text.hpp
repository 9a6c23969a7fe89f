#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "attn/problem.hpp"
#include "attn/tensor.hpp"

namespace attn {

/// "[2 query × 3 key]".
std::string shape_in_words(const Axes& axes);

/// Whether its entries are called something.
bool has_tokens(const Axis& axis, const Tokens& tokens);

/// What the entry of an axis is called, as it was said: "cat". Empty where its axis has no tokens, or the
/// token is empty.
std::string_view token_of(const Axis& axis, std::size_t entry, const Tokens& tokens);

}  // namespace attn

#pragma once

#include <fmt/format.h>

#include <optional>
#include <string_view>

namespace attn {

/// Appends a number as JSON: the shortest text that reads back to the same double; "inf", "-inf" and "nan" as
/// strings, quotes included. Does not depend on the locale.
void write_number(fmt::memory_buffer& out, double value);

/// The three numbers that JSON spells as strings: inf, -inf, nan. Nothing for any other text.
std::optional<double> read_nonfinite(std::string_view text);

}  // namespace attn

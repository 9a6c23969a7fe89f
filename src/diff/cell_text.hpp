#pragma once

#include <cstddef>
#include <string>

#include "attn/stored_trace.hpp"
#include "check/cells.hpp"

namespace attn {

/// "exp[0,3]", "lse[2]": indices count in the whole matrix, also in a tile.
std::string cell_of(const StoredStep& step, std::size_t row, std::size_t column);

/// "[0,3] (query I, key tea)": with the tokens, where the trace has some.
std::string cell_in_words(const StoredTrace& trace, const StoredStep& step, std::size_t row,
                          std::size_t column);

/// The index of a row (axis 0) or column in the whole matrix, and its token: "3 tea".
std::string label_of(const StoredTrace& trace, const StoredStep& step, std::size_t axis, std::size_t index);

/// "3.1e-03", for how far two numbers are apart; "0" and "inf" as they are.
std::string distance_text(double value);

}  // namespace attn

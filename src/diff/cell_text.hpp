#pragma once

#include <cstddef>
#include <string>

#include "attn/stored_trace.hpp"

namespace attn {

/// "exp[0, 3]", "lse[2]": indices count in the whole matrix, also in a tile.
std::string cell_name(const StoredStep& step, std::size_t row, std::size_t column);

/// "query 0 I, key 3 tea": what the row and column of a cell are, where the trace says it.
std::string cell_in_words(const StoredTrace& trace, const StoredStep& step, std::size_t row,
                          std::size_t column);

/// The index of a row (axis 0) or column in the whole matrix, and its token: "3 tea".
std::string label_of(const StoredTrace& trace, const StoredStep& step, std::size_t axis, std::size_t index);

/// "-inf", "0.30000000000000004": the shortest text that reads back to the same number.
std::string number_text(double value);

/// "3.1e-03", for how far two numbers are apart; "0" and "inf" as they are.
std::string distance_text(double value);

}  // namespace attn

#pragma once

#include <cstddef>
#include <string>

#include "attn/problem.hpp"
#include "attn/tensor.hpp"

namespace attn {

/// A cell of a step as messages name it: "[2,0] (query sat, key the)"; "[2]" where a row holds one number.
std::string cell_name(const Axes& axes, std::size_t row, std::size_t column, const Tokens& tokens);

/// "[2,0]".
std::string cell_index(const Axes& axes, std::size_t row, std::size_t column);

/// The shortest text that reads back the same; "nan" without a sign.
std::string number_text(double value);

}  // namespace attn

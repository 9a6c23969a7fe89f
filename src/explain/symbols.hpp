#pragma once

#include <cstddef>
#include <string>

#include "attn/formula.hpp"
#include "attn/trace.hpp"
#include "explain/cell_names.hpp"

namespace attn {

/// A step's equation at one cell, with names: "Q[2] · K[1]", "exp[0,2] / row_sum[0]". Rows and columns as
/// they were computed.
std::string symbols_at(const Formula& formula, const Step& step, const CellNames& names, std::size_t row,
                       std::size_t column);

}  // namespace attn

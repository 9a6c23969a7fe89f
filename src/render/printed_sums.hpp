#pragma once

#include <string>
#include <vector>

#include "attn/render.hpp"
#include "render/decimals.hpp"

namespace attn {

/// What a reader who adds up the printed digits of a row of weights will stumble over: "the printed
/// numbers of row 1 add up to 0.9999; without rounding, to 1". One text for each such row, for the first few
/// of many. None where some digits are left out.
std::vector<std::string> rows_that_do_not_add_up(const Step& step, Decimals decimals,
                                                 const RenderOptions& options);

}  // namespace attn

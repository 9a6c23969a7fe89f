#pragma once

#include "attn/problem.hpp"

namespace attn {

/// True where rounding in that precision can have taken the right result to every number that the problem
/// expects.
bool is_within_bounds(const Problem& problem, Precision precision);

}  // namespace attn

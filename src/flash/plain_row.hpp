#pragma once

#include <cstddef>

#include "attn/flash.hpp"
#include "flash/strips.hpp"

namespace attn {

/// One row of a group by the formula, without exponents of two: for scores near the end of the range of T,
/// which times log2 e would be beyond it. Writes `output` [d_v], returns the log-sum-exp. Safe softmax.
template <class T>
T plain_row(const FlashProblem<T>& problem, const Group& group, std::size_t row, T* output);

}  // namespace attn

#pragma once

#include <cstddef>

#include "attn/flash.hpp"
#include "flash/state.hpp"
#include "flash/strips.hpp"

namespace attn {

/// Writes output and log-sum-exp of one row of a group, from the state after its last key.
template <class T>
void finish(const FlashProblem<T>& problem, const Group& group, std::size_t row, const RowState<T>& state);

}  // namespace attn

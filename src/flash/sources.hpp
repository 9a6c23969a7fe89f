#pragma once

#include "attn/problem.hpp"
#include "flash/linear.hpp"
#include "graph/source.hpp"

namespace attn {

/// An input of the problem as the kernel reads it, in place. `heads`: how many stand side by side in the last
/// axis, where the input has no axis for them.
HeadRows rows_of(const Input& input, std::size_t heads);

/// The weights and biases of Q, K or V: apart or fused, one matrix for all heads or one per head.
Weights weights_of(const Problem& problem, const Role& role);
/// W_O and b_O.
Weights output_weights(const Problem& problem);

}  // namespace attn

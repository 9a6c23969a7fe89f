#pragma once

#include "attn/tensor.hpp"

namespace attn {

/// True where a key has a weight that the mask hides: whoever computed these weights sums up all keys, with
/// another mask or none, or has slipped there. Both are [n_q, n_k].
bool weighs_hidden(const Matrix<double>& weights, const Matrix<double>& mask);

}  // namespace attn

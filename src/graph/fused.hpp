#pragma once

#include <vector>

#include "attn/problem.hpp"

namespace attn {

/// Which columns of a fused W_QKV (entries of b_QKV) belong to Q (role 0), K (1) or V (2), in order of heads.
std::vector<Range> fused_columns(const Sizes& sizes, QkvPacking packing, std::size_t role);

}  // namespace attn

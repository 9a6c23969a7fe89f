#include <array>

#include "attn/op.hpp"

namespace attn {

std::span<const Op* const> ops() {
  static constexpr std::array table{
      &op::input,      &op::mask,         &op::fill,     &op::skip,
      &op::linear,     &op::select,       &op::concat,   &op::matmul_transposed,
      &op::scale,      &op::softcap,      &op::add_mask, &op::row_max,
      &op::subtract,   &op::exp,          &op::row_sum,  &op::normalise,
      &op::lse,        &op::weighted_sum, &op::maximum,  &op::rescale,
      &op::accumulate,
  };
  return table;
}

}  // namespace attn

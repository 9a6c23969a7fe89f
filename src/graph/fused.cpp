#include "graph/fused.hpp"

#include <array>

namespace attn {

std::vector<Range> fused_columns(const Sizes& sizes, QkvPacking packing, std::size_t role) {
  // The widths of Q, K and V in one group of columns, and how many groups there are.
  const bool whole = packing == QkvPacking::q_k_v;
  const std::size_t groups = whole ? 1 : sizes.kv_heads;
  const std::array<std::size_t, 3> widths{sizes.heads / groups * sizes.d_k,
                                          sizes.kv_heads / groups * sizes.d_k,
                                          sizes.kv_heads / groups * sizes.d_v};
  const std::size_t group_width = widths[0] + widths[1] + widths[2];
  std::size_t first = 0;
  for (std::size_t before = 0; before < role; ++before) first += widths[before];

  std::vector<Range> columns;
  for (std::size_t group = 0; group < groups; ++group) {
    const std::size_t begin = group * group_width + first;
    columns.push_back({begin, begin + widths[role]});
  }
  return columns;
}

}  // namespace attn

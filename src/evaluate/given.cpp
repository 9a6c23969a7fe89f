#include "evaluate/given.hpp"

#include <algorithm>

#include "attn/op.hpp"

namespace attn {

bool is_given(const Node& node) {
  if (node.operands.empty()) return true;
  const bool is_copy = node.op == &op::select || node.op == &op::concat;
  return is_copy &&
         std::ranges::all_of(node.operands, [](const Operand& operand) { return is_given(*operand.node); });
}

}  // namespace attn

#include "ops/define.hpp"

#include <stdexcept>

namespace attn {

Axes axes_of(const Operand& operand) {
  Axes axes = operand.node->axes;
  const auto narrow = [](Axis& axis, const std::optional<Range>& range) {
    if (range) axis = {axis.name, range->size(), axis.begin + range->begin};
  };
  narrow(axes[0], operand.rows);
  if (axes.size() > 1) narrow(axes[1], operand.columns);
  return axes;
}

namespace {

/// The operand's place as the node's formula has to say it: what the two have in common goes without saying.
Place relative_place(const Place& operand, const Place& node) {
  Place relative = operand;
  if (operand.batch == node.batch) relative.batch.reset();
  if (operand.head == node.head) relative.head.reset();
  if (operand.tile_row == node.tile_row && operand.tile_col == node.tile_col) {
    relative.tile_row.reset();
    relative.tile_col.reset();
  }
  return relative;
}

std::string block_text(const Operand& operand) {
  if (!operand.rows && !operand.columns) return "";
  const auto range = [](const std::optional<Range>& r) {
    return r ? fmt::format("{}:{}", r->begin, r->end) : std::string(":");
  };
  if (!operand.columns) return fmt::format("[{}]", range(operand.rows));
  return fmt::format("[{}, {}]", range(operand.rows), range(operand.columns));
}

}  // namespace

std::string label(const Node& node, std::size_t index) {
  const Operand& operand = node.operands[index];
  return id_of(operand.node->name, relative_place(operand.node->place, node.place)) + block_text(operand);
}

namespace op {

void require_equal(const Node& node, std::size_t left, std::size_t right) {
  if (left != right)
    throw std::logic_error(
        fmt::format("{}: operands of {} do not fit: {} against {}", node.id(), node.op->name, left, right));
}

Axes same_axes(const Node& node) {
  return axes_of(node.operands[0]);
}

Axes row_axes(const Node& node) {
  return {axes_of(node.operands[0])[0]};
}

}  // namespace op

}  // namespace attn

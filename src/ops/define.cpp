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

std::string label(const Node& node, std::size_t index) {
  const Operand& operand = node.operands[index];
  return id_of(operand.node->name, relative_place(operand.node->place, node.place)) +
         block_text(operand.rows, operand.columns);
}

std::string formula_text(const Node& node) {
  return text_of(node.op->formula(node), [&](std::size_t operand) { return label(node, operand); });
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

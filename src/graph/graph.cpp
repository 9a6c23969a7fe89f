#include "attn/graph.hpp"

#include <algorithm>
#include <utility>

#include "attn/op.hpp"

namespace attn {

namespace {

bool has_numbers_of_the_problem(const Node& node) {
  if (node.operands.empty()) return true;
  const bool is_copy = node.op == &op::select || node.op == &op::concat;
  return is_copy &&
         std::ranges::all_of(node.operands, [](const Operand& operand) { return operand.node->is_given; });
}

}  // namespace

Ref Graph::add(std::string_view name, const Place& place, const Op& op, std::vector<Operand> operands,
               Attributes attributes) {
  auto node = std::make_shared<Node>();
  node->name = name;
  node->place = place;
  node->op = &op;
  node->operands = std::move(operands);
  node->attributes = std::move(attributes);
  node->axes = op.axes(*node);
  node->is_given = has_numbers_of_the_problem(*node);
  nodes_.push_back(node);
  return node;
}

void Graph::drain(const std::function<void(Node&)>& visit) {
  std::vector<Ref> nodes = std::exchange(nodes_, {});
  for (Ref& node : nodes) {
    visit(*node);
    node->operands.clear();
    node->hidden_by.reset();
    node.reset();
  }
}

}  // namespace attn

#include "attn/graph.hpp"

#include <utility>

#include "attn/op.hpp"

namespace attn {

Ref Graph::add(std::string_view name, const Place& place, const Op& op, std::vector<Operand> operands,
               Attributes attributes) {
  auto node = std::make_shared<Node>();
  node->name = name;
  node->place = place;
  node->op = &op;
  node->operands = std::move(operands);
  node->attributes = std::move(attributes);
  node->axes = op.axes(*node);
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

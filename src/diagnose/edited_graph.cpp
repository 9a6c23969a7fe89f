#include "diagnose/edited_graph.hpp"

#include <algorithm>

namespace attn::diagnosis {

EditedGraph::EditedGraph(const Problem& problem, bool tiled) : problem_(problem), tiled_(tiled) {
  Graph graph;
  (tiled ? build_tiled : build_standard)(problem, graph, {});
  nodes_ = graph.nodes();
}

std::vector<Ref> EditedGraph::all(std::string_view name, const Op& op) const {
  std::vector<Ref> found;
  for (const Ref& node : nodes_)
    if (node->name == name && node->op == &op) found.push_back(node);
  return found;
}

std::vector<Ref> EditedGraph::all(const Op& op) const {
  std::vector<Ref> found;
  for (const Ref& node : nodes_)
    if (node->op == &op) found.push_back(node);
  return found;
}

Ref EditedGraph::find(std::string_view name, const Place& place) const {
  const auto is_it = [&](const Ref& node) { return node->name == name && node->place == place; };
  const auto found = std::ranges::find_if(nodes_, is_it);
  return found == nodes_.end() ? nullptr : *found;
}

void EditedGraph::forget_hidden() {
  for (const Ref& node : nodes_) {
    if (node->op == &op::weighted_sum) node->operands.resize(2, Operand(nullptr));
    if (node->op == &op::accumulate) node->operands.resize(4, Operand(nullptr));
    if (auto* empty = std::get_if<attribute::EmptyRows>(&node->attributes)) empty->rows.clear();
  }
}

Ref EditedGraph::add_beside(const Node& other, std::string_view name, const Op& op,
                            std::vector<Operand> operands, Attributes attributes) {
  auto node = std::make_shared<Node>();
  node->name = name;
  node->place = other.place;
  node->axes = other.axes;
  rewire(*node, op, std::move(operands), std::move(attributes));
  return nodes_.emplace_back(std::move(node));
}

void rewire(Node& node, const Op& op, std::vector<Operand> operands, Attributes attributes) {
  node.op = &op;
  node.operands = std::move(operands);
  node.attributes = std::move(attributes);
}

}  // namespace attn::diagnosis

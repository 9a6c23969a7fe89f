#include "graph/ancestors.hpp"

#include <algorithm>
#include <unordered_set>

namespace attn {

std::vector<Node*> ancestors_of(const Node& node, const Graph& graph) {
  std::vector<Node*> ancestors;
  std::unordered_set<const Node*> needed{&node};
  for (std::size_t i = graph.nodes().size(); i-- > 0;) {
    Node* const candidate = graph.nodes()[i].get();
    if (!needed.contains(candidate)) continue;
    for (const Operand& operand : candidate->operands) needed.insert(operand.node.get());
    if (candidate != &node) ancestors.push_back(candidate);
  }
  std::ranges::reverse(ancestors);
  return ancestors;
}

}  // namespace attn

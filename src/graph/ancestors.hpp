#pragma once

#include <vector>

#include "attn/graph.hpp"

namespace attn {

/// What a node is computed from, directly or not, in the order of evaluation, without the node itself.
std::vector<Node*> ancestors_of(const Node& node, const Graph& graph);

}  // namespace attn

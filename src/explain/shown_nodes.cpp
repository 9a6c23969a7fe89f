#include "explain/shown_nodes.hpp"

namespace attn {

ShownNode::ShownNode(const Node& node, const Tokens& tokens, const ExplainOptions& options,
                     const LatexNotation& latex)
    : node_step_(node),
      turned_(options.orientation == Orientation::columns
                  ? std::make_unique<TransposedStep>(node_step_.step())
                  : nullptr),
      texts_(step(), tokens, options.render) {
  if (options.typeset != Typeset::no) equations_.emplace(step(), latex, options.render);
}

const ShownNode& ShownNodes::of(const Node& node) {
  std::unique_ptr<ShownNode>& shown = nodes_[&node];
  if (!shown) shown = std::make_unique<ShownNode>(node, problem_.tokens, options_, latex_);
  return *shown;
}

}  // namespace attn

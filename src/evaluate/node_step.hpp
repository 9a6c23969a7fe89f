#pragma once

#include <optional>

#include "attn/graph.hpp"
#include "attn/trace.hpp"

namespace attn {

/// A computed node as a step. Refers to the node and its operands, which must stay as they are.
class NodeStep {
 public:
  explicit NodeStep(const Node& node, bool bounded = false, std::optional<DecimalPlaces> rounded_to = {});
  NodeStep(const NodeStep&) = delete;
  NodeStep& operator=(const NodeStep&) = delete;

  const Step& step() const { return step_; }

 private:
  Matrix<double> widened_;  ///< where the node's value is of floats
  Formula equation_;
  Step step_;
};

/// A cell of an operand's block.
double cell_of(const Operand& operand, std::size_t row, std::size_t column);

}  // namespace attn

#include <array>

#include "attn/evaluate.hpp"
#include "attn/op.hpp"

namespace attn {

namespace {

template <class T>
Matrix<T> cut(const Operand& operand) {
  const Matrix<T>& whole = std::get<Matrix<T>>(operand.node->value);
  const Range rows = operand.rows.value_or(Range{0, whole.shape(0)});
  const Range columns = operand.columns.value_or(Range{0, whole.shape(1)});
  return block_of(whole, rows, columns);
}

template <class T>
void compute(Node& node, Matrix<T> (*evaluate)(const Node&, const Operands<T>&)) {
  std::vector<Matrix<T>> blocks;
  blocks.reserve(node.operands.size());
  Operands<T> operands;
  for (const Operand& operand : node.operands) {
    if (operand.rows || operand.columns)
      operands.emplace_back(blocks.emplace_back(cut<T>(operand)));
    else
      operands.emplace_back(std::get<Matrix<T>>(operand.node->value));
  }
  node.value = evaluate(node, operands);
}

void compute64(Node& node) {
  compute<double>(node, node.op->evaluate64);
}
void compute32(Node& node) {
  compute<float>(node, node.op->evaluate32);
}

}  // namespace

constinit const Arithmetic float64{"float64", "IEEE double precision (default)", &compute64};
constinit const Arithmetic float32{"float32", "IEEE single precision in every operation", &compute32};

std::span<const Arithmetic* const> arithmetics() {
  static constexpr std::array table{&float64, &float32};
  return table;
}

void evaluate(Graph& graph, const Arithmetic& arithmetic) {
  for (const Ref& node : graph.nodes()) arithmetic.compute(*node);
}

}  // namespace attn

#include "evaluate/node_step.hpp"

#include <limits>

#include "attn/op.hpp"

namespace attn {

namespace {

/// Values that are floats, as doubles; empty where they are doubles.
Matrix<double> widened(const Value& value) {
  if (const auto* floats = std::get_if<Matrix<float>>(&value)) return xt::cast<double>(*floats);
  return {};
}

std::vector<StepOperand> operands_of(const Node& node) {
  std::vector<StepOperand> operands;
  for (const Operand& operand : node.operands)
    operands.push_back(
        {operand.node->id(), operand.rows, operand.columns, axes_of(operand), operand.node->is_given});
  return operands;
}

}  // namespace

double cell_of(const Operand& operand, std::size_t row, std::size_t column) {
  if (operand.rows) row += operand.rows->begin;
  if (operand.columns) column += operand.columns->begin;
  const Value& value = operand.node->value;
  if (const auto* doubles = std::get_if<Matrix<double>>(&value)) return (*doubles)(row, column);
  return static_cast<double>(std::get<Matrix<float>>(value)(row, column));
}

NodeStep::NodeStep(const Node& node, bool bounded, std::optional<DecimalPlaces> rounded_to)
    : widened_(widened(node.value)),
      equation_(node.op->formula(node)),
      step_{.id = node.id(),
            .name = node.name,
            .place = node.place,
            .op = node.op->name,
            .formula = text_of(equation_, [&](std::size_t operand) { return label(node, operand); }),
            .operands = operands_of(node),
            .axes = node.axes,
            .values = std::holds_alternative<Matrix<float>>(node.value)
                          ? widened_
                          : std::get<Matrix<double>>(node.value),
            .note = node.note,
            .is_float32 = std::holds_alternative<Matrix<float>>(node.value),
            .bound = bounded ? &node.bound : nullptr,
            .equation = &equation_,
            .operand_value = [&node](
                                 std::size_t operand, std::size_t row,
                                 std::size_t column) { return cell_of(node.operands[operand], row, column); },
            .is_given = node.is_given,
            .rounded_to = rounded_to} {
  if (const auto* empty = std::get_if<attribute::EmptyRows>(&node.attributes)) step_.empty_rows = empty->rows;
  if (node.hidden_by)
    step_.hides = [&node](std::size_t row, std::size_t column) {
      return cell_of(node.hidden_by, row, column) == -std::numeric_limits<double>::infinity();
    };
}

}  // namespace attn

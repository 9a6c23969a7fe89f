#include "diff/recompute.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "attn/op.hpp"
#include "check/hidden_weights.hpp"
#include "text/visible.hpp"

namespace attn {

namespace {

const Op* op_of(const StoredStep& step) {
  const auto found = std::ranges::find(ops(), step.op, &Op::name);
  return found == ops().end() ? nullptr : *found;
}

/// A block of a matrix whose first row is not the first one of the step would be another block.
bool can_cut(const StoredStep& step, const Matrix<double>& whole, const StepOperand& operand) {
  const bool cut_already = !step.axes.empty() && step.axes[0].name == "query" && step.axes[0].begin != 0;
  return (!operand.rows || (operand.rows->end <= whole.shape(0) && !cut_already)) &&
         (!operand.columns || operand.columns->end <= whole.shape(1));
}

template <class T>
Matrix<double> evaluate(const Node& node, const Blocks& blocks,
                        Matrix<T> (*operation)(const Node&, const Operands<T>&)) {
  std::vector<Matrix<T>> converted;
  converted.reserve(blocks.size());
  Operands<T> operands;
  for (const Matrix<double>* block : blocks)
    if constexpr (std::is_same_v<T, double>)
      operands.emplace_back(*block);
    else
      operands.emplace_back(converted.emplace_back(xt::cast<T>(*block)));
  return xt::cast<double>(operation(node, operands));
}

/// What the operation needs to know beside its operands. Sets `why_not` where the trace does not say it.
Attributes attributes_of(const Structure& from, const Blocks& operands,
                         const std::function<std::vector<std::size_t>(EmptyRow)>& empty_rows_for,
                         std::string& why_not) {
  const std::string& op = from.step.op;
  const Options options = from.trace.options.value_or(Options{});
  if (op == "scale" || op == "softcap") {
    const std::optional<double> number = op == "scale" ? options.scale : options.softcap;
    if (!number) why_not = fmt::format("{} does not say its {}", from.trace.path, op);
    return attribute::Number{number.value_or(0), ""};
  }
  if (op == "linear") return attribute::Projection{"", 0, "", stores_transposed(from.trace)};
  if (op == "concat") return attribute::Along{*concat_axis(from.step.values, operands), ""};
  if (op == "normalise" || op == "lse" || op == "weighted_sum")
    return attribute::EmptyRows{empty_rows_for(options.empty_row), options.empty_row};
  return {};
}

bool shapes_fit(const Structure& from, const Blocks& operands) {
  if (from.step.op == "concat") return concat_axis(from.step.values, operands).has_value();
  return cells_of(from.step, operands, stores_transposed(from.trace)).has_value();
}

}  // namespace

bool stores_transposed(const StoredTrace& trace) {
  return trace.options && trace.options->weights_layout == WeightsLayout::out_in;
}

OperandValues operands_of(const StepPairs& pairs, const Structure& structure, const ValueOf& value_of) {
  OperandValues values;
  values.cut.reserve(structure.step.operands.size());
  for (const StepOperand& operand : structure.step.operands) {
    const auto index = pairs.find(operand.id);
    const Matrix<double>* whole = index ? value_of(*index) : nullptr;
    if (!whole) {
      values.why_not = fmt::format("its operand {} is not there", shown(operand.id));
      return values;
    }
    const StepPair& pair = pairs.all()[*index];
    if (!can_cut(pair.reference ? *pair.reference : *pair.candidate, *whole, operand)) {
      values.why_not = fmt::format("its operand {} is not whole", shown(operand.id));
      return values;
    }
    if (operand.rows || operand.columns)
      whole = &values.cut.emplace_back(block_of(*whole, operand.rows.value_or(Range{0, whole->shape(0)}),
                                                operand.columns.value_or(Range{0, whole->shape(1)})));
    values.operands.push_back(whole);
  }
  return values;
}

Recomputed recompute(const StepPairs& pairs, std::size_t index, const Side& side) {
  const auto from = side.is_candidate ? pairs.structure_for_candidate(index) : pairs.structure(index);
  if (!from) return {{}, "neither trace says how it is computed"};
  const Op* op = op_of(from->step);
  if (!op) return {{}, fmt::format("{} is one operation of many steps", shown(from->step.op))};
  const OperandValues values = operands_of(pairs, *from, side.value_of);
  if (!values.why_not.empty()) return {{}, values.why_not};
  const Matrix<double>& result = from->step.values;
  if (!shapes_fit(*from, values.operands)) return {{}, "the shapes of its operands do not fit its own"};
  Node node;
  node.name = from->step.name;
  node.op = op;
  node.axes = {{"", result.shape(0)}, {"", result.shape(1)}};
  std::string why_not;
  const auto empty_rows_for = [&](EmptyRow gives) {
    return empty_rows_of(pairs, index, gives, side.is_candidate);
  };
  node.attributes = attributes_of(*from, values.operands, empty_rows_for, why_not);
  if (!why_not.empty()) return {{}, why_not};
  std::vector<const Matrix<double>*> operands = values.operands;
  if (op == &op::weighted_sum && operands.size() > 2 && weighs_hidden(*operands[0], *operands[2]))
    operands.pop_back();
  return {side.in_float32 ? evaluate<float>(node, operands, op->evaluate32)
                          : evaluate<double>(node, operands, op->evaluate64),
          ""};
}

}  // namespace attn

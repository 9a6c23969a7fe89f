#include "trace/transposed_step.hpp"

namespace attn {

namespace {

/// One number per row becomes a row, whose first axis counts nothing.
Axes transposed(const Axes& axes) {
  if (axes.size() == 1) return {{"", 1}, axes[0]};
  return {axes.rbegin(), axes.rend()};
}

}  // namespace

TransposedStep::TransposedStep(const Step& step)
    : values_(xt::transpose(step.values)),
      bound_(step.bound ? Matrix<double>(xt::transpose(*step.bound)) : Matrix<double>()),
      step_{.id = step.id,
            .name = step.name,
            .place = step.place,
            .op = step.op,
            .formula = step.formula,
            .operands = step.operands,
            .axes = transposed(step.axes),
            .values = values_,
            .note = step.note,
            .is_float32 = step.is_float32,
            .bound = step.bound ? &bound_ : nullptr,
            .equation = step.equation,
            .operand_value = step.operand_value,
            .empty_rows = step.empty_rows,
            .first_row = step.first_row,
            .is_given = step.is_given,
            .hides = step.hides,
            .rounded_to = step.rounded_to,
            .is_transposed = true} {}

void TransposingSink::step(const Step& step) {
  next_.step(TransposedStep(step).step());
}

}  // namespace attn

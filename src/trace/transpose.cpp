#include "attn/trace.hpp"

namespace attn {

namespace {

/// One number per row becomes a row, whose first axis counts nothing.
Axes transposed(const Axes& axes) {
  if (axes.size() == 1) return {{"", 1}, axes[0]};
  return {axes.rbegin(), axes.rend()};
}

}  // namespace

void TransposingSink::step(const Step& step) {
  const Matrix<double> values = xt::transpose(step.values);
  const Matrix<double> bound = step.bound ? Matrix<double>(xt::transpose(*step.bound)) : Matrix<double>();
  next_.step({.id = step.id,
              .name = step.name,
              .place = step.place,
              .op = step.op,
              .formula = step.formula,
              .operands = step.operands,
              .axes = transposed(step.axes),
              .values = values,
              .note = step.note,
              .is_float32 = step.is_float32,
              .bound = step.bound ? &bound : nullptr,
              .equation = step.equation,
              .operand_value = step.operand_value,
              .empty_rows = step.empty_rows,
              .first_row = step.first_row,
              .is_given = step.is_given,
              .is_transposed = true});
}

}  // namespace attn

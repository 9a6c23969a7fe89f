#include "trace/with_values.hpp"

namespace attn {

Step with_values(const Step& step, const Matrix<double>& values, const Matrix<double>* bound) {
  return {.id = step.id,
          .name = step.name,
          .place = step.place,
          .op = step.op,
          .formula = step.formula,
          .operands = step.operands,
          .axes = step.axes,
          .values = values,
          .note = step.note,
          .is_float32 = step.is_float32,
          .bound = bound,
          .equation = step.equation,
          .operand_value = step.operand_value,
          .empty_rows = step.empty_rows,
          .first_row = step.first_row,
          .kept_rows = step.kept_rows,
          .is_given = step.is_given,
          .hides = step.hides,
          .rounded_to = step.rounded_to,
          .is_transposed = step.is_transposed};
}

}  // namespace attn

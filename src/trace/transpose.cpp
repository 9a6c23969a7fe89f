#include "trace/transposed_step.hpp"

#include "trace/with_values.hpp"

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
      step_(with_values(step, values_, step.bound ? &bound_ : nullptr)) {
  step_.axes = transposed(step.axes);
  step_.is_transposed = true;
}

void TransposingSink::step(const Step& step) {
  next_.step(TransposedStep(step).step());
}

}  // namespace attn

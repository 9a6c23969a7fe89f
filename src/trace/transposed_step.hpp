#pragma once

#include "attn/trace.hpp"

namespace attn {

/// A step with tokens as columns. Refers to the step, which must stay as it is.
class TransposedStep {
 public:
  explicit TransposedStep(const Step& step);
  TransposedStep(const TransposedStep&) = delete;
  TransposedStep& operator=(const TransposedStep&) = delete;

  const Step& step() const { return step_; }

 private:
  Matrix<double> values_;
  Matrix<double> bound_;
  Step step_;
};

}  // namespace attn

#pragma once

#include "attn/trace.hpp"

namespace attn {

/// The step with other values and bounds, of which it keeps references; all else is as it was.
Step with_values(const Step& step, const Matrix<double>& values, const Matrix<double>* bound);

}  // namespace attn

#pragma once

#include <string>

#include "attn/diagnose.hpp"
#include "diagnose/expected.hpp"

namespace attn::diagnosis {

/// What the matrices of one step are held to.
struct HeldTo {
  Tolerance tolerance;
  std::string because;  ///< "tolerance of the problem", "--atol", "1e-5 of the largest number"
};

/// The tolerance for a matrix of the expectation: what was said, or what follows from its numbers. `right` is
/// what it should be; its size counts where all that is expected is 0.
HeldTo held_to(const ExpectedMatrix& expected, const Matrix<double>& right, const Expectation& said,
               const DiagnoseOptions& options);

}  // namespace attn::diagnosis

#pragma once

#include <string_view>
#include <vector>

#include "attn/evaluate.hpp"
#include "check/expected_steps.hpp"

namespace attn {

/// A step that was computed and held against what is expected of it.
struct CheckedStep {
  const ExpectedMatrix* expected = nullptr;
  Tolerance tolerance;
  Matrix<double> values;
  Comparison comparison;
};

/// What `expect.tolerance` says of a step: under its id, under what it was called, its name, "default". Steps
/// may be called by any of their names. Empty where nothing is said.
Tolerance said_tolerance(const Problem& problem, const Expectation& expect, std::string_view said,
                         std::string_view id);

/// "atol 1e-09, rtol 1e-06".
std::string describe(const Tolerance& tolerance);

/// Computes the steps on the problem's backend (those that it leaves out: by the standard pipeline), and
/// compares. In the order of `expected.matrices`, which must outlive the result.
std::vector<CheckedStep> check_steps(const Problem& problem, const ExpectedSteps& expected,
                                     const Expectation& expect, const Execution& execution = {});

}  // namespace attn

#include "check/within_bounds.hpp"

#include <algorithm>

#include "attn/error.hpp"
#include "check/checked_steps.hpp"

namespace attn {

bool is_within_bounds(const Problem& problem, Precision precision) {
  Expectation expect = problem.expect;
  expect.tolerance = {{"default", Tolerance{.derived = precision}}};
  try {
    const ExpectedSteps expected = find_expected(problem, expect, true);
    return expected.missing.empty() &&
           std::ranges::all_of(check_steps(problem, expected, expect),
                               [](const CheckedStep& step) { return step.comparison.differing == 0; });
  } catch (const InputError&) {
    return false;  // a shape that the step does not have
  }
}

}  // namespace attn

// The examples' `expect` was written by the numpy oracle (tests/oracle/expectations.py), not by attn-calc.
#include <doctest/doctest.h>

#include <filesystem>

#include "conformance/checked.hpp"
#include "folders.hpp"

namespace attn {

namespace {

std::vector<std::filesystem::path> examples() {
  return conformance::problem_files(examples_folder());
}

}  // namespace

TEST_CASE("every example gives what the oracle expects") {
  CHECK(examples().size() >= 15);
  CheckSettings settings;
  settings.tolerance = {.atol = 1e-14, .rtol = 1e-13};  // two orders of summation of a handful of doubles
  for (const auto& file : examples()) conformance::check(file, settings);
}

TEST_CASE("the fused kernel gives every example's output and lse, in both types") {
  CheckSettings settings;
  for (const auto& file : examples()) {
    if (file.filename() == "softmax-exercise.json") continue;  // starts at the scores, where it has no part
    conformance::on_backend(settings, Backend::flash);
    settings.execution.arithmetic = &float64;
    settings.tolerance = {.atol = 1e-14, .rtol = 1e-13};
    conformance::check(file, settings);
    settings.execution.arithmetic = &float32;
    settings.tolerance = {.atol = 1e-4, .rtol = 1e-6};  // a score of 1000 is right to 1e-4
    conformance::check(file, settings);
  }
}

TEST_CASE("rounding to float32 takes no example further than its error bound") {
  CheckSettings settings;
  settings.execution.arithmetic = &float32;
  settings.tolerance = {.derived = Precision::float64};
  for (const auto& file : examples()) conformance::check(file, settings);
}

}  // namespace attn

// The examples' `expect` was written by the numpy oracle (tests/oracle/expectations.py), not by attn-calc.
#include <doctest/doctest.h>

#include <filesystem>

#include "conformance/expectations.hpp"

namespace attn {

namespace {

template <class Check>
std::size_t for_each_example(Check check) {
  std::size_t examples = 0;
  for (const auto& entry : std::filesystem::directory_iterator(std::string(ATTN_SOURCE_DIR) + "/examples")) {
    if (entry.path().extension() != ".json") continue;
    CAPTURE(entry.path().filename().string());
    Reader reader;
    check(reader.problem(entry.path().string()));
    ++examples;
  }
  return examples;
}

}  // namespace

TEST_CASE("every example gives what the oracle expects") {
  const Tolerance rounding{1e-14, 1e-13};  // two orders of summation of a handful of doubles
  const std::size_t examples = for_each_example(
      [&](RawProblem raw) { CHECK(conformance::check_case(*make_problem(std::move(raw)), rounding) > 0); });
  CHECK(examples >= 15);
}

TEST_CASE("the fused kernel gives every example's output and lse, in both types") {
  std::size_t compared = 0;
  for_each_example([&](RawProblem raw) {
    if (raw.settings.contains("scores") || raw.settings.contains("scaled")) return;
    raw.settings["backend"] = {"--backend", "flash"};
    const auto problem = make_problem(std::move(raw));
    compared += conformance::check_case(*problem, {1e-14, 1e-13});
    conformance::check_case(*problem, {1e-4, 1e-6}, float32);  // a score of 1000 is right to 1e-4
  });
  CHECK(compared >= 28);  // output and lse of 14
}

}  // namespace attn

// A right result is never given a cause, whoever computed it.
#include <doctest/doctest.h>

#include "attn/diagnose.hpp"
#include "diagnose/kinds.hpp"

namespace attn {

namespace {

using computed::Trace;

/// What a run of the problem gives as its output and log-sum-exp, as expectations.
void expect_results(RawProblem& raw, const Trace& trace) {
  for (const auto& [id, step] : trace.steps) {
    if ((step.name != "output" && step.name != "lse") || step.place.tile_row) continue;
    Array array{{step.values.shape(0), step.values.shape(1)}, {}, false, {}};
    array.values.assign(step.values.begin(), step.values.end());
    raw.settings["expect." + id] = {"expect", array};
  }
}

void check_right(const diagnosed::Kind& kind, std::uint64_t seed, const char* backend,
                 const Arithmetic& arithmetic) {
  CAPTURE(kind.name);
  CAPTURE(seed);
  CAPTURE(backend);
  CAPTURE(arithmetic.name);
  RawProblem raw = diagnosed::fresh(kind, seed);
  const std::string_view name = backend;
  if (name != "reference") raw.settings["backend"] = {"backend", std::string(name)};
  if (name == "reference") raw.settings.erase("tile.rows"), raw.settings.erase("tile.cols");
  if (name == "tiled") {
    raw.settings["tile.rows"] = {"tile", 2.0};
    raw.settings["tile.cols"] = {"tile", 3.0};
  }
  std::shared_ptr<const Problem> problem;
  try {
    problem = make_problem(raw);
  } catch (const InputError&) {
    return;  // the fused kernel needs Q, K and V
  }
  RawProblem asked = raw;
  expect_results(asked, computed::trace_of(*problem, arithmetic));
  const Diagnosis diagnosis = diagnose(asked);
  for (const WrongStep& step : diagnosis.steps) CAPTURE(step.largest);
  CHECK(diagnosis.right);
  CHECK(diagnosis.explanations.empty());
}

}  // namespace

TEST_CASE("right results are given no cause") {
  for (const diagnosed::Kind& kind : diagnosed::kinds())
    for (std::uint64_t seed = 1; seed <= 12; ++seed)
      for (const char* backend : {"reference", "tiled", "flash"}) {
        check_right(kind, seed, backend, float64);
        // Scores of thousands are off by more than their rounding allows an exponential to be.
        if (kind.spread < 100) check_right(kind, seed, backend, float32);
      }
}

TEST_CASE("results of narrow types are right too") {
  for (const diagnosed::Kind& kind : diagnosed::kinds())
    if (kind.spread <= 1)
      for (std::uint64_t seed = 1; seed <= 12; ++seed) {
        check_right(kind, seed, "reference", float16);
        check_right(kind, seed, "reference", bfloat16);
      }
}

}  // namespace attn

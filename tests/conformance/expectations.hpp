#pragma once

// Holds a problem's computed steps against its own `expect`.

#include <doctest/doctest.h>

#include <cmath>
#include <string>
#include <vector>

#include "attn/graph.hpp"
#include "computed.hpp"

namespace attn::conformance {

/// The ids of one step over batch entries and, where it is a head's own, heads, in order.
inline std::vector<std::string> ids_of(const Problem& problem, std::string_view name) {
  const Sizes& sizes = problem.sizes;
  const std::string_view shown = shown_name(problem, name);
  const std::size_t heads = shown == "output" || shown == "concat" ? 1 : sizes.heads;
  std::vector<std::string> ids;
  for (std::size_t batch = 0; batch < sizes.batch; ++batch)
    for (std::size_t head = 0; head < heads; ++head) {
      Place place;
      if (sizes.batch > 1) place.batch = batch;
      if (heads > 1) place.head = head;
      ids.push_back(id_of(shown, place));
    }
  return ids;
}

/// |actual - expected| <= atol + rtol |expected|.
inline bool agrees(double actual, double expected, const Tolerance& tolerance) {
  if (actual == expected || (std::isnan(actual) && std::isnan(expected))) return true;
  return std::abs(actual - expected) <= *tolerance.atol + *tolerance.rtol * std::abs(expected);
}

inline void check_step(const Problem& problem, const computed::Trace& trace, const std::string& name,
                       const Array& expected, const Tolerance& tolerance) {
  CAPTURE(name);
  std::size_t wrong = 0;
  auto next = expected.values.begin();
  for (const std::string& id : ids_of(problem, name)) {
    const Matrix<double>& actual = trace[id];
    REQUIRE(expected.values.end() - next >= static_cast<std::ptrdiff_t>(actual.size()));
    for (const double value : actual)
      if (!agrees(value, *next++, tolerance)) ++wrong;
  }
  CHECK(next == expected.values.end());
  CHECK(wrong == 0);
}

/// The fused kernel has no step for the heads' contexts; without W_O they stand side by side in `output`.
inline void add_contexts(const Problem& problem, computed::Trace& trace) {
  const std::size_t d_v = problem.sizes.d_v;
  const std::vector<std::string> outputs = ids_of(problem, "output");
  const std::vector<std::string> contexts = ids_of(problem, "context");
  for (std::size_t i = 0; i < contexts.size(); ++i) {
    const std::size_t head = i % problem.sizes.heads;
    const Matrix<double>& output = trace[outputs[i / problem.sizes.heads]];
    computed::KeptStep context = trace.at(outputs[i / problem.sizes.heads]);
    context.values = block_of(output, {0, output.shape(0)}, {head * d_v, (head + 1) * d_v});
    trace.steps.emplace(contexts[i], context);
  }
}

/// Whether the problem's backend has a step of that name.
inline bool is_shown(const Problem& problem, std::string_view name) {
  const std::string_view shown = shown_name(problem, name);
  if (problem.options.backend == Backend::flash)
    return shown == "lse" || shown == "output" || (shown == "context" && !problem.has("W_O"));
  const bool quadratic = name == "scores" || name == "scaled" || name == "masked" || name == "weights";
  return problem.options.backend != Backend::tiled || !quadratic;
}

/// The number of steps that were compared.
inline std::size_t check_case(const Problem& problem, const Tolerance& tolerance,
                              const Arithmetic& arithmetic = float64) {
  computed::Trace trace = computed::trace_of(problem, arithmetic);
  if (problem.options.backend == Backend::flash && !problem.has("W_O")) add_contexts(problem, trace);
  std::size_t compared = 0;
  for (const auto& [name, expected] : problem.expect.steps) {
    if (!is_shown(problem, name)) continue;
    check_step(problem, trace, name, expected.array, tolerance);
    ++compared;
  }
  return compared;
}

}  // namespace attn::conformance

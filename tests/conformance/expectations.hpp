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

/// The number of steps that were compared.
inline std::size_t check_case(const Problem& problem, const Tolerance& tolerance) {
  const bool tiled = problem.options.tile.has_value();
  const computed::Trace trace = computed::trace_of(problem);
  std::size_t compared = 0;
  for (const auto& [name, expected] : problem.expect.steps) {
    const bool quadratic = name == "scores" || name == "scaled" || name == "masked" || name == "weights";
    if (tiled && quadratic) continue;
    check_step(problem, trace, name, expected, tolerance);
    ++compared;
  }
  return compared;
}

}  // namespace attn::conformance

#pragma once

// Traces computed by the graph itself, with errors put into some of their steps: what comes behind is
// computed from the wrong values.

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "attn/diff.hpp"
#include "attn/graph.hpp"
#include "attn/op.hpp"
#include "computed.hpp"

namespace attn::candidates {

/// Changes a value; steps without an entry stay as they are.
using Errors = std::map<std::string, std::function<void(Matrix<double>&)>>;

/// Adds to the last finite number. False where there is none.
inline bool shift_last_finite(Matrix<double>& values, double by) {
  for (std::size_t i = values.size(); i-- > 0;)
    if (std::isfinite(values.flat(i))) {
      values.flat(i) += by;
      return true;
    }
  return false;
}

inline std::function<void(Matrix<double>&)> shift(double by) {
  return [by](Matrix<double>& values) { REQUIRE(shift_last_finite(values, by)); };
}

inline void inject(Node& node, const std::function<void(Matrix<double>&)>& error) {
  if (auto* exact = std::get_if<Matrix<double>>(&node.value)) return error(*exact);
  Matrix<float>& narrow = std::get<Matrix<float>>(node.value);
  Matrix<double> wide = xt::cast<double>(narrow);
  error(wide);
  narrow = Matrix<float>(xt::cast<float>(wide));
}

inline StoredStep stored(const Node& node) {
  StoredStep step;
  step.id = node.id();
  step.name = node.name;
  step.place = node.place;
  step.op = node.op->name;
  step.formula = formula_text(node);
  for (const Operand& operand : node.operands)
    step.operands.push_back({operand.node->id(), operand.rows, operand.columns});
  for (const Axis& axis : node.axes) step.axes.push_back({std::string(axis.name), axis.size, axis.begin});
  const auto* exact = std::get_if<Matrix<double>>(&node.value);
  step.values = exact ? *exact : Matrix<double>(xt::cast<double>(std::get<Matrix<float>>(node.value)));
  return step;
}

inline StoredTrace trace_of(const Problem& problem, const Errors& errors = {},
                            const Arithmetic& arithmetic = float64) {
  StoredTrace trace;
  trace.path = errors.empty() ? "a.json" : "b.json";
  trace.dtype = arithmetic.name;
  trace.sizes = problem.sizes;
  trace.options = problem.options;
  trace.tokens = problem.tokens;
  trace.masks = std::vector<std::string>(problem.masks.list().size(), "mask");
  Graph graph;
  (problem.options.tile ? build_tiled : build_standard)(problem, graph, {});
  graph.drain([&](Node& node) {
    arithmetic.compute(node);
    if (const auto error = errors.find(node.id()); error != errors.end()) inject(node, error->second);
    trace.steps.push_back(stored(node));
  });
  return trace;
}

/// Without some steps, by name.
inline StoredTrace without(StoredTrace trace, const std::vector<std::string>& names) {
  std::erase_if(trace.steps, [&](const StoredStep& step) {
    return std::find(names.begin(), names.end(), step.name) != names.end();
  });
  return trace;
}

/// Nothing but ids and values.
inline StoredTrace bare(StoredTrace trace) {
  StoredTrace stripped;
  stripped.path = trace.path;
  for (StoredStep& step : trace.steps)
    stripped.steps.push_back({step.id, step.name, step.place, "", "", {}, {}, step.values, ""});
  return stripped;
}

inline std::vector<std::string> wrong_steps(const TraceDiff& diff) {
  std::vector<std::string> ids;
  for (const StepDifference& step : diff.differing)
    if (step.is_wrong_itself()) ids.push_back(step.id);
  return ids;
}

inline const StepDifference& at(const TraceDiff& diff, std::string_view id) {
  for (const StepDifference& step : diff.differing)
    if (step.id == id) return step;
  FAIL("no difference in ", id);
  return diff.differing.front();
}

}  // namespace attn::candidates

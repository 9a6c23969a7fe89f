#include "check/checked_steps.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <map>
#include <optional>
#include <set>
#include <string>

#include "attn/graph.hpp"

namespace attn {

namespace {

/// Keeps the steps of some ids.
class KeepSteps : public Sink {
 public:
  struct Kept {
    Matrix<double> values;
    std::optional<Matrix<double>> bound;
    Precision precision;
  };

  /// `precision`: of steps that are computed in floats.
  KeepSteps(std::set<std::string> ids, Precision precision) : ids_(std::move(ids)), precision_(precision) {}
  bool wants(std::string_view name, const Place& place) const override {
    return ids_.contains(id_of(name, place));
  }
  void step(const Step& step) override {
    kept_.emplace(step.id, Kept{step.values, step.bound ? std::optional(*step.bound) : std::nullopt,
                                step.is_float32 ? precision_ : Precision::float64});
  }
  const Kept& at(const std::string& id) const { return kept_.at(id); }

 private:
  std::set<std::string> ids_;
  Precision precision_;
  std::map<std::string, Kept> kept_;
};

/// Says of each kind of tolerance what the more special one leaves open. A kind that neither names stays
/// open.
Tolerance completed(Tolerance special, const Tolerance& general) {
  if (!special.atol) special.atol = general.atol;
  if (!special.rtol) special.rtol = general.rtol;
  if (!special.ulp) special.ulp = general.ulp;
  if (!special.derived) special.derived = general.derived;
  return special;
}

std::set<std::string> ids_where(const std::vector<CheckedStep>& steps, auto is_wanted) {
  std::set<std::string> ids;
  for (const CheckedStep& step : steps)
    if (is_wanted(step)) ids.insert(step.expected->id);
  return ids;
}

Precision precision_of(const Arithmetic& arithmetic) {
  for (const auto& precision : precisions)
    if (precision.name == arithmetic.name) return precision.value;
  return Precision::float64;
}

/// The error bounds of the steps whose tolerance is derived for numbers of that precision: what rounding can
/// do to their numbers and to ours. The fused kernel has no graph; its results obey the bounds of the
/// standard pipeline.
KeepSteps bounds_of(const Problem& problem, const std::vector<CheckedStep>& steps, Precision precision,
                    Execution execution) {
  execution.rounding = rounding_of(precision) + rounding_of(precision_of(*execution.arithmetic));
  KeepSteps bounds(
      ids_where(steps, [&](const CheckedStep& step) { return step.tolerance.derived == precision; }),
      precision);
  // Bounds are of exact operands' sizes: in which arithmetic these are computed makes no difference that
  // counts.
  execution.arithmetic = &float64;
  if (problem.options.backend == Backend::tiled) run(problem, bounds, execution);
  run_standard(problem, bounds, execution);
  return bounds;
}

void compare_steps(std::vector<CheckedStep>& steps, const KeepSteps& own, const KeepSteps& standard,
                   const std::map<Precision, KeepSteps>& bounds) {
  for (CheckedStep& step : steps) {
    const auto& kept = (step.expected->from_standard ? standard : own).at(step.expected->id);
    step.values = kept.values;
    const auto& precision = step.tolerance.derived;
    step.comparison =
        compare({.actual = step.values,
                 .expected = step.expected->values,
                 .unstated = step.expected->unstated,
                 .bound = precision ? &*bounds.at(*precision).at(step.expected->id).bound : nullptr,
                 .precision = kept.precision},
                step.tolerance);
  }
}

}  // namespace

Tolerance said_tolerance(const Problem& problem, const Expectation& expect, std::string_view said,
                         std::string_view id) {
  Tolerance tolerance;
  const auto take = [&](std::string_view key) {
    if (const auto found = expect.tolerance.find(key); found != expect.tolerance.end())
      tolerance = completed(tolerance, found->second);
  };
  take(id);
  take(said);
  take(parse_id(said).name);
  for (const std::string_view meant : {id, parse_id(id).name})
    for (const auto& [key, value] : expect.tolerance)
      if (key != "default" && shown_id(problem, key) == meant) tolerance = completed(tolerance, value);
  take("default");
  return tolerance;
}

std::string describe(const Tolerance& tolerance) {
  std::vector<std::string> parts;
  if (tolerance.atol) parts.push_back(fmt::format("atol {}", *tolerance.atol));
  if (tolerance.rtol) parts.push_back(fmt::format("rtol {}", *tolerance.rtol));
  if (tolerance.ulp) parts.push_back(fmt::format("ulp {}", *tolerance.ulp));
  if (tolerance.derived)
    parts.push_back(fmt::format("the error bound for {}", name_of(precisions, *tolerance.derived)));
  return parts.empty() ? "none" : fmt::format("{}", fmt::join(parts, ", "));
}

std::vector<CheckedStep> check_steps(const Problem& problem, const ExpectedSteps& expected,
                                     const Expectation& expect, const Execution& execution) {
  for (const auto& [key, tolerance] : expect.tolerance)
    if (key != "default")
      Selection{.steps = {key}, .batches = {}, .heads = {}, .rows = {}}.check(problem.sizes);
  std::vector<CheckedStep> steps;
  for (const ExpectedMatrix& matrix : expected.matrices) {
    CheckedStep step;
    step.expected = &matrix;
    step.tolerance = said_tolerance(problem, expect, matrix.said, matrix.id);
    if (step.tolerance.empty()) step.tolerance = usual_tolerance;
    steps.push_back(std::move(step));
  }
  const auto is_standard = [](const CheckedStep& step) { return step.expected->from_standard; };
  const std::set<std::string> standard_ids = ids_where(steps, is_standard);
  const Precision precision = precision_of(*execution.arithmetic);
  KeepSteps own(ids_where(steps, [&](const CheckedStep& step) { return !is_standard(step); }), precision);
  KeepSteps standard(standard_ids, precision);
  if (standard_ids.size() < steps.size()) run(problem, own, execution);
  if (!standard_ids.empty()) run_standard(problem, standard, execution);
  std::map<Precision, KeepSteps> bounds;
  for (const CheckedStep& step : steps)
    if (const auto type = step.tolerance.derived; type && !bounds.contains(*type))
      bounds.emplace(*type, bounds_of(problem, steps, *type, execution));
  compare_steps(steps, own, standard, bounds);
  return steps;
}

}  // namespace attn

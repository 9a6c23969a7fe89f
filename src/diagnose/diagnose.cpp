#include "attn/diagnose.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "attn/error.hpp"
#include "check/within_bounds.hpp"
#include "diagnose/held_to.hpp"
#include "diagnose/search.hpp"
#include "diagnose/telling_input.hpp"

namespace attn {

namespace {

using namespace diagnosis;

constexpr double infinity = std::numeric_limits<double>::infinity();

/// Why a matrix cannot be compared with the right one cell by cell; empty where it can.
std::string otherwise(const ExpectedMatrix& expected, const std::optional<Matrix<double>>& right) {
  if (!right) return "this step has one matrix for each head, and here is one for all of them";
  if (right->shape() == expected.values.shape()) return "";
  return fmt::format("shape [{}, {}], but the problem gives [{}, {}]", expected.values.shape(0),
                     expected.values.shape(1), right->shape(0), right->shape(1));
}

/// Holds one matrix of the expectation against the right result.
class Checked {
 public:
  Checked(ExpectedMatrix expected, std::optional<Matrix<double>> right, const HeldTo& held) {
    step.id = expected.id;
    step.cells = expected.values.size() - expected.unstated.size();
    step.tolerance = held.tolerance;
    step.held_to = held.because;
    step.otherwise = otherwise(expected, right);
    target = {std::move(expected), held.tolerance, std::move(right), 0, 0};
    step.otherwise.empty() ? compare_cells() : differ_in_all();
    target.largest = step.largest;
  }

  WrongStep step;
  Target target;

 private:
  void compare_cells() {
    const Comparison comparison = compare(
        {.actual = *target.right, .expected = target.expected.values, .unstated = target.expected.unstated},
        step.tolerance);
    step.differing = comparison.differing;
    step.largest = comparison.largest.abs;
    if (comparison.worst) target.worst_row = comparison.worst->row;
  }
  void differ_in_all() {
    step.differing = step.cells;
    step.largest = infinity;
  }
};

double size_of(const ExpectedMatrix& expected, const std::optional<Matrix<double>>& right) {
  const double size = largest(expected.values);
  return size > 0 || !right ? size : largest(*right);
}

std::vector<Checked> check(const Variants& variants, const DiagnoseOptions& options) {
  const Expectation& said = variants.base().expect;
  SharedValues shared(std::numeric_limits<std::uint64_t>::max());
  std::optional<Variant> right = variants.make({});
  Evaluation evaluation(shared, *right->arithmetic);
  std::vector<Checked> checked;
  std::vector<ExpectedMatrix> matrices = expected_matrices(variants.base());
  const std::optional<Precision> type = narrow_type(matrices);
  for (ExpectedMatrix& expected : matrices) {
    auto value = predict(*right, evaluation, expected);
    const auto held = said_tolerance(expected, variants.base(), options);
    const double size = size_of(expected, value);
    const HeldTo by_numbers = held_to(expected, size, type, said.compare);
    checked.emplace_back(std::move(expected), std::move(value), held.value_or(by_numbers));
  }
  return checked;
}

/// Those that differ most first.
std::vector<Target> targets_of(const std::vector<Checked>& checked) {
  std::vector<const Checked*> order;
  for (const Checked& one : checked) order.push_back(&one);
  std::ranges::stable_sort(order, std::ranges::greater(), [](const Checked* one) {
    return std::pair(one->step.differing > 0, one->step.largest);
  });
  std::vector<Target> targets;
  for (const Checked* one : order) targets.push_back(one->target);
  return targets;
}

double size_of(const std::vector<Target>& targets) {
  double size = 0;
  for (const Target& target : targets) size = std::max(size, largest(target.expected.values));
  return size;
}

Cause cause_of(const Found& found) {
  Cause cause;
  for (const Slip* slip : found.attempt.slips) {
    cause.slips.push_back(slip->name);
    cause.sentences.push_back(slip->sentence);
  }
  cause.tile = found.attempt.tile;
  cause.largest = found.largest;
  return cause;
}

/// What was found, best first, in groups that the expected numbers do not tell apart: their results differ by
/// no more than the best of them differs from what is expected.
std::vector<std::vector<Found>> groups_of(std::vector<Found> found, double size) {
  constexpr double rounding = 1e-12;
  const auto rank = [&](const Found& one) { return one.largest <= rounding * size ? 0 : one.largest; };
  std::ranges::stable_sort(found, {}, rank);
  std::vector<std::vector<Found>> groups;
  for (Found& one : found) {
    const auto same = std::ranges::find_if(groups, [&](const std::vector<Found>& group) {
      const double noise = std::max(4 * group[0].largest, rounding * size);
      return distance(group[0].predictions, one.predictions) <= noise;
    });
    if (same == groups.end())
      groups.push_back({std::move(one)});
    else
      same->push_back(std::move(one));
  }
  return groups;
}

Explanation explanation_of(const std::vector<Found>& group, const Variants& variants, const Search& search) {
  Explanation explanation;
  std::vector<Attempt> attempts;
  for (const Found& found : group) {
    explanation.causes.push_back(cause_of(found));
    attempts.push_back(found.attempt);
  }
  if (attempts.size() == 1) return explanation;
  TellingInput telling = telling_input(variants, attempts, search.targets());
  explanation.telling_input = std::move(telling.text);
  explanation.told_apart = std::move(telling.told_apart);
  return explanation;
}

void explain(Diagnosis& diagnosis, const Variants& variants, std::vector<Target> targets,
             const DiagnoseOptions& options) {
  const double size = size_of(targets);
  Search search(variants, std::move(targets), options.budget);
  search.try_singles();
  const bool pairs =
      options.pairs == Pairs::always || (options.pairs == Pairs::if_needed && search.found().empty());
  if (pairs) search.try_pairs();
  for (const std::vector<Found>& group : groups_of(search.found(), size))
    diagnosis.explanations.push_back(explanation_of(group, variants, search));
  diagnosis.singles = search.singles();
  diagnosis.pairs = search.pairs();
  diagnosis.notes = search.notes();
}

/// The narrow type that bounds of rounding are for: that of the tolerance that was said, or the one that the
/// numbers seem to be of where none was.
std::optional<Precision> bounded_type(const Variants& variants, const DiagnoseOptions& options) {
  if (options.tolerance) return options.tolerance->derived;
  for (const auto& [key, tolerance] : variants.base().expect.tolerance)
    if (tolerance.derived) return tolerance.derived;
  if (!variants.base().expect.tolerance.empty()) return std::nullopt;
  return narrow_type(expected_matrices(variants.base()));
}

/// True where a slip explains the numbers that is more than a narrow type.
bool has_real_cause(const Diagnosis& diagnosis) {
  const auto is_arithmetic = [](const std::string& slip) {
    return std::ranges::any_of(
        slip_names(), [&](const SlipName& row) { return row.name == slip && row.changes == "arithmetic"; });
  };
  return std::ranges::any_of(diagnosis.explanations, [&](const Explanation& explanation) {
    return std::ranges::any_of(explanation.causes, [&](const Cause& cause) {
      return !std::ranges::all_of(cause.slips, is_arithmetic);
    });
  });
}

/// Bounds are wide, so numbers within them are right only if no slip gives them much more exactly.
void accept_rounding(Diagnosis& diagnosis, const Problem& problem, Precision type) {
  if (has_real_cause(diagnosis) || !is_within_bounds(problem, type)) return;
  diagnosis = {.right = true, .steps = std::move(diagnosis.steps), .explanations = {}, .notes = {}};
  for (WrongStep& step : diagnosis.steps) {
    step.differing = 0;
    step.tolerance = {.derived = type};
    step.held_to = fmt::format("the error bound for {}", name_of(precisions, type));
  }
}

}  // namespace

Diagnosis diagnose(const RawProblem& raw, const DiagnoseOptions& options) {
  const Variants variants(raw, *options.arithmetic);
  const std::vector<Checked> checked = check(variants, options);
  const bool states_nothing =
      std::ranges::all_of(checked, [](const Checked& one) { return one.step.cells == 0; });
  if (states_nothing)
    throw InputError(
        fmt::format("{}: expects nothing: give the numbers in question as `expect`, by the name of "
                    "their step: {{\"output\": [[...]]}}",
                    raw.where));
  Diagnosis diagnosis;
  diagnosis.right = true;
  for (const Checked& one : checked) {
    diagnosis.steps.push_back(one.step);
    diagnosis.right = diagnosis.right && one.step.differing == 0;
  }
  if (diagnosis.right) return diagnosis;
  const std::optional<Precision> type = bounded_type(variants, options);
  explain(diagnosis, variants, targets_of(checked), options);
  if (type) accept_rounding(diagnosis, variants.base(), *type);
  return diagnosis;
}

}  // namespace attn

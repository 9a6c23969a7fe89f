#include "attn/diff.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "attn/error.hpp"
#include "attn/raw_problem.hpp"
#include "diff/candidate_values.hpp"
#include "diff/nonfinite.hpp"
#include "diff/recompute.hpp"
#include "diff/step_pairs.hpp"
#include "text/visible.hpp"

namespace attn {

namespace {

std::string shape_text(const Matrix<double>& values) {
  return fmt::format("[{}, {}]", values.shape(0), values.shape(1));
}

/// Of such matrices for all heads and batch entries, axes of length 1 left out.
std::string stacked_shape_text(std::size_t batch, std::size_t heads, const Matrix<double>& values) {
  Shape shape;
  for (const std::size_t count : {batch, heads})
    if (count > 1) shape.push_back(count);
  shape.insert(shape.end(), {values.shape(0), values.shape(1)});
  return to_string(shape);
}

/// Why the values of a step do not stand for the same cells; empty where they do.
std::string unlikeness(const StoredStep& reference, const StoredStep& candidate) {
  if (candidate.values.shape() != reference.values.shape())
    return fmt::format("shape {} against {}", shape_text(candidate.values), shape_text(reference.values));
  for (std::size_t axis = 0; axis < std::min(reference.axes.size(), candidate.axes.size()); ++axis)
    if (candidate.axes[axis].begin != reference.axes[axis].begin)
      return fmt::format("{} from {} on against {} on", axis == 0 ? "rows" : "columns",
                         candidate.axes[axis].begin, reference.axes[axis].begin);
  return "";
}

/// How many there are of a coordinate that these places have and a place without it has not: 1 where that one
/// has it, or none of them has.
std::size_t missing_count(const std::optional<std::size_t>& own, const std::vector<Place>& places,
                          std::optional<std::size_t> Place::*coordinate) {
  std::size_t count = 1;
  if (!own)
    for (const Place& place : places) count = std::max(count, (place.*coordinate).value_or(0) + 1);
  return count;
}

/// A file without sizes that has one matrix for a step that the other trace has for each head or batch entry:
/// neither could be called right, nor the step another one. `name`: under which the other would have it.
void refuse_unstacked(const StoredTrace& trace, const StoredStep& step, std::string_view name,
                      const StoredTrace& other) {
  if (trace.sizes || step.place.tile_row) return;
  std::vector<Place> places;
  const StoredStep* like = nullptr;
  for (const StoredStep& another : other.steps)
    if ((another.name == step.name || another.name == name) && !another.place.tile_row) {
      like = &another;
      places.push_back(another.place);
    }
  const std::size_t batch = missing_count(step.place.batch, places, &Place::batch);
  const std::size_t heads = missing_count(step.place.head, places, &Place::head);
  if (batch * heads == 1) return;
  throw InputError(
      fmt::format("{}: {}: found the shape {}, expected {}, since {} has the step as {}; stack them, or call "
                  "it as that one of them that it is",
                  trace.path, shown(step.id), shape_text(step.values),
                  stacked_shape_text(batch, heads, like->values), other.path, shown(like->id)));
}

/// The steps that `--steps` names: by name or id, or by those of a step that they equal.
class Chosen {
 public:
  Chosen(const StepPairs& pairs, const std::vector<std::string>& steps) : pairs_(pairs), steps_(steps) {
    for (const std::string& step : steps)
      if (std::ranges::none_of(pairs.all(), [&](const StepPair& pair) { return names(step, pair.id); }))
        throw InputError(fmt::format("step {}: neither trace has it; there are {}", in_quotes(step),
                                     fmt::join(known_names(), ", ")));
  }

  bool has(const StepPair& pair) const {
    return steps_.empty() ||
           std::ranges::any_of(steps_, [&](const std::string& step) { return names(step, pair.id); });
  }

 private:
  bool names(const std::string& said, const std::string& id) const {
    const std::string shown = pairs_.shown_id(id);
    return said == id || said == parse_id(id).name || pairs_.shown_id(said) == shown ||
           pairs_.shown_id(said) == parse_id(shown).name;
  }
  std::vector<std::string> known_names() const {
    std::vector<std::string> known;
    for (const StepPair& pair : pairs_.all())
      if (const std::string name = shown(parse_id(pair.id).name);
          std::ranges::find(known, name) == known.end())
        known.push_back(name);
    constexpr std::size_t most = 40;
    known.resize(std::min(known.size(), most));
    return known;
  }

  const StepPairs& pairs_;
  const std::vector<std::string>& steps_;
};

/// One comparison of two traces.
class Differ {
 public:
  Differ(const StoredTrace& reference, const StoredTrace& candidate, const DiffOptions& options)
      : reference_(reference),
        candidate_(candidate),
        options_(options),
        pairs_(reference, candidate),
        chosen_(pairs_, options.steps) {}

  TraceDiff run() {
    for (std::size_t index = 0; index < pairs_.all().size(); ++index) take(index);
    if (result_.steps == 0)
      throw InputError(fmt::format("{} and {} have no step in common: {} against {}", reference_.path,
                                   candidate_.path, some_ids(reference_), some_ids(candidate_)));
    const CandidateValues values(pairs_, differing_, both_float32());
    std::vector<std::size_t> alike;
    for (std::size_t i = 0; i < differing_.size(); ++i) {
      if (!result_.differing[i].unlike.empty()) continue;
      alike.push_back(differing_[i]);
      split(differing_[i], values, result_.differing[i]);
    }
    result_.first_nonfinite = first_nonfinite(pairs_, alike, values);
    return std::move(result_);
  }

 private:
  static std::string some_ids(const StoredTrace& trace) {
    constexpr std::size_t most = 6;
    std::vector<std::string> ids;
    for (std::size_t i = 0; i < std::min(trace.steps.size(), most); ++i)
      ids.push_back(shown(trace.steps[i].id));
    return fmt::format("{}{}", fmt::join(ids, ", "), trace.steps.size() > most ? ", ..." : "");
  }

  void take(std::size_t index) {
    const StepPair& pair = pairs_.all()[index];
    const bool asked = chosen_.has(pair);
    if (!pair.candidate || !pair.reference) {
      if (!asked) return;
      const std::string shown_as = pairs_.shown_id(pair.id);
      const std::string_view name = parse_id(shown_as).name;
      if (pair.candidate)
        refuse_unstacked(candidate_, *pair.candidate, name, reference_);
      else
        refuse_unstacked(reference_, *pair.reference, name, candidate_);
      (pair.candidate ? result_.only_in_candidate : result_.only_in_reference).push_back(pair.id);
      return;
    }
    StepDifference difference;
    difference.id = pair.id;
    difference.reference = pair.reference;
    difference.candidate = pair.candidate;
    difference.asked = asked;
    difference.unlike = unlikeness(*pair.reference, *pair.candidate);
    if (difference.unlike.empty())
      difference.comparison = compared(pair.candidate->values, pair.reference->values);
    if (asked) count(difference.comparison);
    if (difference.unlike.empty() && difference.comparison.differing == 0) return;
    differing_.push_back(index);
    result_.differing.push_back(std::move(difference));
  }

  /// Else steps are recomputed in double precision, so that what a candidate of less rounds counts as added.
  bool both_float32() const { return reference_.is_float32() && candidate_.is_float32(); }

  Comparison compared(const Matrix<double>& actual, const Matrix<double>& expected) const {
    return compare({.actual = actual,
                    .expected = expected,
                    .precision = both_float32() ? Precision::float32 : Precision::float64},
                   options_.tolerance);
  }

  void count(const Comparison& comparison) {
    ++result_.steps;
    result_.cells += comparison.cells;
    result_.nan_pairs += comparison.nan_pairs;
    result_.largest.abs = std::max(result_.largest.abs, comparison.largest.abs);
    result_.largest.rel = std::max(result_.largest.rel, comparison.largest.rel);
    result_.largest.ulp = std::max(result_.largest.ulp, comparison.largest.ulp);
  }

  /// What was inherited from the operands, and what the step itself added.
  void split(std::size_t index, const CandidateValues& values, StepDifference& difference) const {
    const auto from = pairs_.structure(index);
    difference.given = from && is_given(from->step);
    if (difference.given) return;
    const Recomputed expected = recompute(pairs_, index, values.side());
    difference.unsplit = expected.why_not;
    if (!expected.value) return;
    const Comparison added = compared(difference.candidate->values, *expected.value);
    const Comparison inherited = compared(*expected.value, difference.reference->values);
    difference.split = {inherited.largest.abs, added.largest.abs, added.differing, values.lacking(index),
                        unreferenced(*from)};
    difference.reference_error = error_of_reference(index);
  }

  std::vector<std::string> unreferenced(const Structure& from) const {
    std::vector<std::string> ids;
    for (const StepOperand& operand : from.step.operands)
      if (const auto index = pairs_.find(operand.id); index && !pairs_.all()[*index].reference)
        ids.push_back(operand.id);
    return ids;
  }

  std::optional<double> error_of_reference(std::size_t index) const {
    const StepPair& pair = pairs_.all()[index];
    const auto own = [&](std::size_t i) -> const Matrix<double>* {
      const StoredStep* step = pairs_.all()[i].reference;
      return step ? &step->values : nullptr;
    };
    const Recomputed expected = recompute(pairs_, index, {own, false, reference_.is_float32()});
    if (!expected.value) return std::nullopt;
    const Comparison comparison = compared(pair.reference->values, *expected.value);
    return comparison.differing > 0 ? std::optional(comparison.largest.abs) : std::nullopt;
  }

  const StoredTrace& reference_;
  const StoredTrace& candidate_;
  const DiffOptions& options_;
  StepPairs pairs_;
  Chosen chosen_;
  TraceDiff result_;
  std::vector<std::size_t> differing_;
};

}  // namespace

std::size_t TraceDiff::asked_and_differing() const {
  return static_cast<std::size_t>(std::ranges::count(differing, true, &StepDifference::asked));
}

TraceDiff diff(const StoredTrace& reference, const StoredTrace& candidate, const DiffOptions& options) {
  return Differ(reference, candidate, options).run();
}

}  // namespace attn

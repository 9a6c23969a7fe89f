#include "diff/step_pairs.hpp"

#include <algorithm>
#include <set>
#include <utility>

namespace attn {

namespace {

bool has_name(const StoredTrace& trace, std::string_view name) {
  return std::ranges::find(trace.steps, name, &StoredStep::name) != trace.steps.end();
}

/// Is there a W_O between the contexts and the output?
bool is_projected(const StoredTrace& trace) {
  if (has_name(trace, "W_O")) return true;
  if (trace.sizes && trace.sizes->d_out != trace.sizes->heads * trace.sizes->d_v) return true;
  return std::ranges::any_of(trace.steps, [&](const StoredStep& step) {
    const auto reads_w_o = [](const StepOperand& operand) { return operand.id == "W_O"; };
    return step.name == "output" && (step.op == "linear" || std::ranges::any_of(step.operands, reads_w_o) ||
                                     has_name(trace, "concat"));
  });
}

}  // namespace

StepPairs::StepPairs(const StoredTrace& reference, const StoredTrace& candidate)
    : reference_(reference), candidate_(candidate) {
  const bool only_candidate_says = !reference.options && candidate.options;
  const StoredTrace& says = only_candidate_says ? candidate : reference;
  masked_ = says.masks ? !says.masks->empty() : has_name(says, "masked") || has_name(says, "mask");
  capped_ = says.options ? says.options->softcap.has_value() : has_name(says, "capped");
  several_heads_ =
      says.sizes ? says.sizes->heads > 1 : std::ranges::any_of(says.steps, [](const StoredStep& step) {
        return step.place.head.has_value();
      });
  projected_ = is_projected(says);

  pair_steps();
}

void StepPairs::pair_steps() {
  std::set<std::string_view> ids;
  for (const StoredStep& step : reference_.steps) ids.insert(step.id);
  std::map<std::string, Names> candidates;  // by the id under which they are shown
  for (const StoredStep& step : candidate_.steps) {
    Names& names = candidates[shown_id(step.id)];
    names.all.push_back(&step);
    if (!ids.contains(step.id)) names.unpaired.push_back(&step);
  }
  for (const StoredStep& step : reference_.steps) {
    const auto found = candidates.find(shown_id(step.id));
    if (found != candidates.end())
      pair_names(step, found->second);
    else
      add({step.id, &step, candidates_step(step)});
  }
  for (const StoredStep& step : candidate_.steps)
    if (!by_id_.contains(step.id)) add({step.id, nullptr, &step});
}

/// With the step of the same id, or else the first one that it equals; and those of other ids, if no step of
/// the reference has had them before.
void StepPairs::pair_names(const StoredStep& step, Names& names) {
  const auto same = std::ranges::find(names.all, step.id, &StoredStep::id);
  const StoredStep* const candidate = same == names.all.end() ? names.all.front() : *same;
  const std::size_t index = pairs_.size();
  add({step.id, &step, candidate});
  for (const StoredStep* name : std::exchange(names.unpaired, {}))
    if (name == candidate) {
      by_id_.emplace(name->id, index);
    } else {
      pairs_[index].last_name = pairs_.size();
      add({name->id, &step, name});
    }
}

void StepPairs::add(StepPair pair) {
  by_id_.emplace(pair.id, pairs_.size());
  if (pair.reference) by_shown_id_.emplace(shown_id(pair.id), pairs_.size());
  pairs_.push_back(std::move(pair));
}

/// The name under which the candidate has the scores, where it says that it has no mask, or no softcap.
std::string_view StepPairs::candidates_name(std::string_view name) const {
  if (name == "masked" && candidate_.masks && candidate_.masks->empty()) name = "capped";
  if (name == "capped" && candidate_.options && !candidate_.options->softcap) name = "scaled";
  return name;
}

/// The step of the candidate that takes the place of one that only the reference's problem has.
const StoredStep* StepPairs::candidates_step(const StoredStep& step) const {
  const std::string_view name = candidates_name(step.name);
  return name == step.name ? nullptr : candidate_.find(id_of(name, step.place));
}

/// As `shown_name` says for a Problem.
std::string StepPairs::shown_id(std::string_view id) const {
  auto [name, place] = parse_id(id);
  if (name == "masked" && !masked_) name = "capped";
  if (name == "capped" && !capped_) name = "scaled";
  if (place.tile_row) return id_of(name, place);  // a row block's own context is another one
  if (name == "concat") name = !several_heads_ ? "context" : projected_ ? "concat" : "output";
  if (name == "context" && !several_heads_ && !projected_) name = "output";
  return id_of(name, place);
}

std::optional<std::size_t> StepPairs::find(std::string_view id) const {
  if (const auto same = by_id_.find(id); same != by_id_.end()) return same->second;
  const auto equal = by_shown_id_.find(shown_id(id));
  return equal == by_shown_id_.end() ? std::nullopt : std::optional(equal->second);
}

std::optional<Structure> StepPairs::structure(std::size_t index) const {
  const StepPair& pair = pairs_[index];
  if (pair.reference && !pair.reference->op.empty()) return Structure{reference_, *pair.reference};
  if (pair.candidate && !pair.candidate->op.empty()) return Structure{candidate_, *pair.candidate};
  return std::nullopt;
}

std::optional<Structure> StepPairs::candidates_structure(std::size_t index) const {
  const StoredStep* step = pairs_[index].candidate;
  if (step && !step->op.empty()) return Structure{candidate_, *step};
  return structure(index);
}

std::optional<Structure> StepPairs::structure_for_candidate(std::size_t index) const {
  auto from = structure(index);
  const StoredStep* const step = pairs_[index].candidate;
  const bool masks_terms = from && (from->step.op == "weighted_sum" || from->step.op == "accumulate");
  // The options, such as what an empty row gives, stay those of the reference.
  if (masks_terms && step && step->op == from->step.op) return Structure{from->trace, *step};
  return from;
}

}  // namespace attn

#include "diff/step_pairs.hpp"

#include <algorithm>

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

  for (const StoredStep& step : reference.steps) {
    by_id_.emplace(step.id, pairs_.size());
    by_shown_id_.emplace(shown_id(step.id), pairs_.size());
    pairs_.push_back({step.id, &step, nullptr});
  }
  std::vector<const StoredStep*> others;
  for (const StoredStep& step : candidate.steps)
    if (const auto same = by_id_.find(step.id); same != by_id_.end())
      pairs_[same->second].candidate = &step;
    else
      others.push_back(&step);
  for (const StoredStep* step : others) {
    const auto equal = by_shown_id_.find(shown_id(step->id));
    const bool is_new = equal == by_shown_id_.end() || pairs_[equal->second].candidate;
    by_id_.emplace(step->id, is_new ? pairs_.size() : equal->second);
    if (is_new)
      pairs_.push_back({step->id, nullptr, step});
    else
      pairs_[equal->second].candidate = step;
  }
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

}  // namespace attn

#include "diff/candidate_values.hpp"

#include <algorithm>
#include <set>

namespace attn {

CandidateValues::CandidateValues(const StepPairs& pairs, const std::vector<std::size_t>& wanted,
                                 bool in_float32)
    : pairs_(pairs), needed_(pairs.all().size()), recomputed_(pairs.all().size()), in_float32_(in_float32) {
  mark_needed(wanted);
  recompute_needed();
}

const Matrix<double>* CandidateValues::of(std::size_t index) const {
  const StepPair& pair = pairs_.all()[index];
  if (pair.candidate) return &pair.candidate->values;
  return recomputed_[index] ? &*recomputed_[index] : &pair.reference->values;
}

Side CandidateValues::side() const {
  return {[this](std::size_t index) { return of(pairs_.read_by_candidate(index)); }, true, in_float32_};
}

/// Only what stands before the step, so that no file can make a step depend on itself.
std::vector<std::size_t> CandidateValues::operands(std::size_t index) const {
  std::vector<std::size_t> found;
  const auto from = pairs_.structure_for_candidate(index);
  if (!from) return found;
  for (const StepOperand& operand : from->step.operands) {
    const auto at = pairs_.find(operand.id);
    if (at && (*at < index || !pairs_.all()[*at].reference)) found.push_back(*at);
  }
  return found;
}

/// What the candidate lacks of the operands, and of theirs.
void CandidateValues::mark_needed(const std::vector<std::size_t>& wanted) {
  const auto mark = [&](std::size_t index) {
    for (const std::size_t operand : operands(index)) needed_[operand] = !pairs_.all()[operand].candidate;
  };
  std::ranges::for_each(wanted, mark);
  for (std::size_t index = needed_.size(); index-- > 0;)
    if (needed_[index]) mark(index);
}

void CandidateValues::recompute_needed() {
  const Side from = side();
  const auto is_candidates = [&](std::size_t index) {
    return pairs_.all()[index].candidate || recomputed_[index];
  };
  for (std::size_t index = 0; index < needed_.size(); ++index)
    if (needed_[index] && std::ranges::any_of(operands(index), is_candidates))
      recomputed_[index] = recompute(pairs_, index, from).value;
}

std::vector<std::string> CandidateValues::lacking(std::size_t index) const {
  std::set<std::size_t> found;
  std::vector<std::size_t> open{index};
  while (!open.empty()) {
    const std::size_t next = open.back();
    open.pop_back();
    for (const std::size_t operand : operands(next))
      if (!pairs_.all()[operand].candidate && found.insert(operand).second) open.push_back(operand);
  }
  std::vector<std::string> ids;
  for (const std::size_t step : found) ids.push_back(pairs_.all()[step].id);
  std::ranges::reverse(ids);
  return ids;
}

}  // namespace attn

#pragma once

#include <optional>
#include <string>
#include <vector>

#include "attn/stored_trace.hpp"
#include "diff/recompute.hpp"
#include "diff/step_pairs.hpp"

namespace attn {

/// What the candidate holds for a step, or would: its own value; what follows from its own values, where it
/// lacks the step; the reference's value, where it has nothing that the step depends on.
class CandidateValues {
 public:
  /// For the operands of the steps of these indices.
  CandidateValues(const StepPairs& pairs, const std::vector<std::size_t>& wanted, bool in_float32);

  /// nullptr where not even the reference has the step.
  const Matrix<double>* of(std::size_t index) const;
  /// To recompute what reads these values.
  Side side() const;
  bool is_recomputed(std::size_t index) const { return recomputed_[index].has_value(); }
  /// Ids of the steps that a step is computed from and the candidate lacks, back to what it has; the last one
  /// first.
  std::vector<std::string> lacking(std::size_t index) const;

 private:
  std::vector<std::size_t> operands(std::size_t index) const;
  void mark_needed(const std::vector<std::size_t>& wanted);
  void recompute_needed();

  const StepPairs& pairs_;
  std::vector<bool> needed_;
  std::vector<std::optional<Matrix<double>>> recomputed_;
  bool in_float32_;
};

}  // namespace attn

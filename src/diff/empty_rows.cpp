#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <unordered_set>

#include "diff/recompute.hpp"

namespace attn {

namespace {

constexpr double hidden = -std::numeric_limits<double>::infinity();

bool row_is(const Matrix<double>& matrix, std::size_t row, double value) {
  for (std::size_t j = 0; j < matrix.shape(1); ++j) {
    const double x = matrix(row, j);
    if (x != value && !(std::isnan(x) && std::isnan(value))) return false;
  }
  return true;
}

const Matrix<double>& values_of(const StepPair& pair, bool of_candidate) {
  const bool from_candidate = pair.candidate && (of_candidate || !pair.reference);
  return from_candidate ? pair.candidate->values : pair.reference->values;
}

/// The operands that masks may lie behind: not V, nor the scores before a mask.
std::vector<StepOperand> towards_masks(const StoredStep& step) {
  const std::vector<StepOperand>& all = step.operands;
  if (step.op == "matmul_transposed" || step.op == "linear") return {};
  if (step.op == "add_mask" && all.size() == 2) return {all[1]};
  if (step.op == "weighted_sum" && !all.empty()) return {all.size() > 2 ? all[2] : all[0]};
  if (step.op == "accumulate" && all.size() > 3) return {all[1], all.size() > 4 ? all[4] : all[2]};
  return all;
}

/// The masks on the way from a step back to its inputs; nothing where a step on the way is not there.
class MasksBehind {
 public:
  MasksBehind(const StepPairs& pairs, std::size_t index, bool of_candidate)
      : pairs_(pairs), of_candidate_(of_candidate) {
    visit(index);
    while (!open_.empty() && all_there_) {
      const std::size_t next = open_.back();
      open_.pop_back();
      follow(next);
    }
  }

  bool all_there() const { return all_there_; }
  const std::vector<const Matrix<double>*>& masks() const { return masks_; }

 private:
  void visit(std::size_t index) {
    if (seen_.insert(index).second) open_.push_back(index);
  }
  void follow(std::size_t index) {
    const auto from = of_candidate_ ? pairs_.candidates_structure(index) : pairs_.structure(index);
    if (!from) return leave();
    if (from->step.op == "mask") masks_.push_back(&values_of(pairs_.all()[index], of_candidate_));
    for (const StepOperand& operand : towards_masks(from->step))
      if (const auto found = pairs_.find(operand.id))
        visit(*found);
      else
        return leave();
  }
  void leave() { all_there_ = false; }

  const StepPairs& pairs_;
  bool of_candidate_;
  std::unordered_set<std::size_t> seen_;
  std::vector<std::size_t> open_;
  std::vector<const Matrix<double>*> masks_;
  bool all_there_ = true;
};

/// Does every mask hide all of this row?
bool is_hidden(const std::vector<const Matrix<double>*>& masks, std::size_t row) {
  return std::ranges::all_of(
      masks, [&](const Matrix<double>* mask) { return row < mask->shape(0) && row_is(*mask, row, hidden); });
}

/// In a row block all of whose tiles are skipped, nothing was summed up.
bool sums_up_nothing(const StepPairs& pairs, const StoredStep& step) {
  if (step.operands.empty() || (step.op != "normalise" && step.op != "lse")) return false;
  const auto sum = pairs.find(step.operands.back().id);
  const auto from = sum ? pairs.structure(*sum) : std::nullopt;
  return from && from->step.op == "fill";
}

}  // namespace

std::vector<std::size_t> empty_rows_of(const StepPairs& pairs, std::size_t index, EmptyRow gives,
                                       bool of_candidate) {
  const Structure from = *pairs.structure(index);
  const Matrix<double>& values = from.step.values;
  const bool all = (from.trace.sizes && from.trace.sizes->n_k == 0) || sums_up_nothing(pairs, from.step);
  const StoredTrace& masked = of_candidate ? pairs.candidates_structure(index)->trace : from.trace;
  const bool unmasked = masked.masks && masked.masks->empty();
  std::vector<std::size_t> rows;
  if (!all && unmasked) return rows;
  const MasksBehind behind(pairs, index, of_candidate);
  const bool known = behind.all_there();
  if (!all && known && behind.masks().empty()) return rows;
  const double zero = from.step.op == "lse" ? hidden : 0;
  const double empty = gives == EmptyRow::zero ? zero : std::numeric_limits<double>::quiet_NaN();
  for (std::size_t row = 0; row < values.shape(0); ++row)
    if (all || (known ? is_hidden(behind.masks(), row) : row_is(values, row, empty))) rows.push_back(row);
  return rows;
}

}  // namespace attn

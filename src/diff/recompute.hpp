#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "attn/tensor.hpp"
#include "diff/operand_cells.hpp"
#include "diff/step_pairs.hpp"

namespace attn {

/// The value that a step has for the purpose at hand, by its index among the pairs; nullptr where none.
using ValueOf = std::function<const Matrix<double>*(std::size_t index)>;

/// The operands of a step, blocks cut out.
struct OperandValues {
  std::vector<Matrix<double>> cut;
  std::vector<const Matrix<double>*> operands;
  std::string why_not;  ///< empty: all are there
};

OperandValues operands_of(const StepPairs& pairs, const Structure& structure, const ValueOf& value_of);

/// True where the weights of that trace are stored as [out, in].
bool stores_transposed(const StoredTrace& trace);

struct Recomputed {
  std::optional<Matrix<double>> value;
  std::string why_not;
};

/// For which of the two traces a step is recomputed: from what, in which precision.
struct Side {
  ValueOf value_of;
  bool is_candidate = false;
  bool in_float32 = false;
};

/// What a step's operation gives for the operands of that side.
Recomputed recompute(const StepPairs& pairs, std::size_t index, const Side& side);

/// The rows of a step that see no key, by the masks that it depends on, the candidate's if that is asked for;
/// where neither trace has these, by the rows that look so in the step itself.
std::vector<std::size_t> empty_rows_of(const StepPairs& pairs, std::size_t index, EmptyRow gives,
                                       bool of_candidate);

}  // namespace attn

#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "attn/tensor.hpp"
#include "diff/step_pairs.hpp"

namespace attn {

/// Which cells of its operands the cell (r, c) of a result comes from, as the rows and columns of each
/// operand: r, c those of the cell, p all (the same for all operands of a product), 1 the only one. So
/// "rp" and "cp" are Q and K of Q·Kᵀ. Also a rule for shapes, since a stored trace may hold any.
struct OperandCells {
  std::string_view op;
  std::string_view result;
  std::array<std::string_view, 5> operands;
  std::size_t required;  ///< operands that must be there
};

/// One row for each operation of `ops()` that has operands, but for `concat`, which moves cells.
std::span<const OperandCells> operand_cells();

/// True for what is not computed from other steps.
bool is_given(const StoredStep& step);

using Blocks = std::span<const Matrix<double>* const>;

/// The cells of each operand of a step, as in `operand_cells`; nothing where the operands' shapes do not fit
/// the step's own, or the operation has no row. `transposed`: weights are stored as [out, in].
std::optional<std::vector<std::string_view>> cells_of(const StoredStep& step, const Blocks& operands,
                                                      bool transposed);

/// The axis along which the operands of `concat` stand: 0 below each other, 1 side by side. Nothing where
/// they do not add up to the result.
std::optional<std::size_t> concat_axis(const Matrix<double>& result, const Blocks& operands);

}  // namespace attn

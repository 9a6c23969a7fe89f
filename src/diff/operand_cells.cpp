#include "diff/operand_cells.hpp"

#include <algorithm>

namespace attn {

namespace {

constexpr std::array rows{
    OperandCells{"linear", "rc", {"rp", "pc", "c1"}, 2},
    OperandCells{"select", "rc", {"rc"}, 1},
    OperandCells{"matmul_transposed", "rc", {"rp", "cp"}, 2},
    OperandCells{"scale", "rc", {"rc"}, 1},
    OperandCells{"softcap", "rc", {"rc"}, 1},
    OperandCells{"add_mask", "rc", {"rc", "rc"}, 2},
    OperandCells{"row_max", "r1", {"rp"}, 1},
    OperandCells{"subtract", "rc", {"rc", "r1"}, 2},
    OperandCells{"exp", "rc", {"rc", "r1"}, 1},
    OperandCells{"row_sum", "r1", {"rp"}, 1},
    OperandCells{"normalise", "rc", {"rc", "r1"}, 2},
    OperandCells{"lse", "r1", {"r1", "r1"}, 1},
    OperandCells{"weighted_sum", "rc", {"rp", "pc", "rp"}, 2},
    OperandCells{"maximum", "rc", {"rc", "rc"}, 2},
    OperandCells{"rescale", "r1", {"r1", "r1", "r1"}, 3},
    OperandCells{"accumulate", "rc", {"r1", "rc", "rp", "pc", "rp"}, 4},
};

/// Lengths of r, c and p, bound as they are met.
class Lengths {
 public:
  bool agree(std::string_view cells, const Matrix<double>& matrix) {
    return agree(cells[0], matrix.shape(0)) && agree(cells[1], matrix.shape(1));
  }

 private:
  bool agree(char letter, std::size_t length) {
    if (letter == '1') return length == 1;
    std::optional<std::size_t>& bound = letter == 'r' ? r_ : letter == 'c' ? c_ : p_;
    if (!bound) bound = length;
    return *bound == length;
  }

  std::optional<std::size_t> r_, c_, p_;
};

}  // namespace

std::span<const OperandCells> operand_cells() {
  return rows;
}

bool is_given(const StoredStep& step) {
  constexpr std::array<std::string_view, 4> leaves{"input", "mask", "fill", "skip"};
  return std::ranges::find(leaves, step.op) != leaves.end();
}

std::optional<std::vector<std::string_view>> cells_of(const StoredStep& step, const Blocks& operands,
                                                      bool transposed) {
  const auto* const row = std::ranges::find(rows, step.op, &OperandCells::op);
  if (row == rows.end() || operands.size() < row->required || operands.size() > row->operands.size())
    return std::nullopt;
  Lengths lengths;
  bool fit = lengths.agree(row->result, step.values);
  std::vector<std::string_view> cells;
  for (std::size_t i = 0; i < operands.size(); ++i) {
    const bool stored_transposed = transposed && row->op == "linear" && i == 1;
    cells.push_back(stored_transposed ? "cp" : row->operands[i]);
    fit = fit && !cells.back().empty() && lengths.agree(cells.back(), *operands[i]);
  }
  return fit ? std::optional(cells) : std::nullopt;
}

std::optional<std::size_t> concat_axis(const Matrix<double>& result, const Blocks& operands) {
  for (const std::size_t axis : {0U, 1U}) {
    std::size_t total = 0;
    bool fit = true;
    for (const Matrix<double>* operand : operands) {
      total += operand->shape(axis);
      fit = fit && operand->shape(1 - axis) == result.shape(1 - axis);
    }
    if (fit && total == result.shape(axis)) return axis;
  }
  return std::nullopt;
}

}  // namespace attn

// Which cells of its operands a cell of a result comes from, held against what operations do.
#include "diff/operand_cells.hpp"

#include <doctest/doctest.h>

#include <algorithm>

#include "attn/op.hpp"

namespace attn {

namespace {

constexpr std::size_t r = 2, c = 3, p = 4;

std::size_t length(char letter) {
  return letter == 'r' ? r : letter == 'c' ? c : letter == 'p' ? p : 1;
}

Matrix<double> filled(std::string_view cells, double first) {
  Matrix<double> matrix = xt::empty<double>({length(cells[0]), length(cells[1])});
  for (std::size_t i = 0; i < matrix.size(); ++i) matrix.flat(i) = first + 0.25 * static_cast<double>(i);
  return matrix;
}

const Op& op_named(std::string_view name) {
  return **std::ranges::find(ops(), name, &Op::name);
}

Matrix<double> evaluate(const OperandCells& row, const std::vector<Matrix<double>>& operands) {
  Node node;
  node.op = &op_named(row.op);
  if (row.op == "scale" || row.op == "softcap") node.attributes = attribute::Number{2, ""};
  if (row.op == "linear") node.attributes = attribute::Projection{"", 0, "", false};
  if (row.op == "normalise" || row.op == "lse" || row.op == "weighted_sum")
    node.attributes = attribute::EmptyRows{{}, EmptyRow::zero};
  Operands<double> references(operands.begin(), operands.end());
  return node.op->evaluate64(node, references);
}

/// Does the cell (i, j) of an operand belong to the cell (row, column) of the result?
bool belongs(std::string_view cells, std::size_t i, std::size_t j, std::size_t row, std::size_t column) {
  const auto is = [&](char letter, std::size_t at) {
    return letter == 'r' ? at == row : letter == 'c' ? at == column : true;
  };
  return is(cells[0], i) && is(cells[1], j);
}

}  // namespace

TEST_CASE("every operation with operands has a row") {
  for (const Op* op : ops()) {
    StoredStep step;
    step.op = op->name;
    const bool has_row = std::ranges::count(operand_cells(), op->name, &OperandCells::op) == 1;
    CHECK_MESSAGE(has_row != (is_given(step) || op->name == "concat"), op->name);
  }
}

TEST_CASE("a change of an operand reaches the cells that the table says, and no other") {
  for (const OperandCells& row : operand_cells()) {
    CAPTURE(row.op);
    std::vector<Matrix<double>> operands;
    for (std::size_t i = 0; i < row.operands.size() && !row.operands[i].empty(); ++i)
      operands.push_back(filled(row.operands[i], 1 + static_cast<double>(i)));
    const Matrix<double> before = evaluate(row, operands);
    REQUIRE(before.shape(0) == length(row.result[0]));
    REQUIRE(before.shape(1) == length(row.result[1]));
    for (std::size_t k = 0; k < operands.size(); ++k) {
      bool any_change = false;
      for (std::size_t cell = 0; cell < operands[k].size(); ++cell) {
        std::vector<Matrix<double>> changed = operands;
        changed[k].flat(cell) += 100;
        const Matrix<double> after = evaluate(row, changed);
        const std::size_t width = changed[k].shape(1);
        for (std::size_t i = 0; i < after.shape(0); ++i)
          for (std::size_t j = 0; j < after.shape(1); ++j) {
            const bool is_changed = after(i, j) != before(i, j);
            any_change = any_change || is_changed;
            if (is_changed) CHECK(belongs(row.operands[k], cell / width, cell % width, i, j));
          }
      }
      // A mask beside a product hides, and a finite one changes nothing.
      const bool hides = k == operands.size() - 1 && (row.op == "weighted_sum" || row.op == "accumulate");
      CHECK(any_change != hides);
    }
  }
}

}  // namespace attn

#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "attn/render.hpp"
#include "render/notation.hpp"

namespace attn {

/// What cells of a step, and cells, rows and columns of its operands are called: "head1.scores[2,1]", "Q[2]",
/// "V[:,1]". Indices are those of the whole matrix (a tile's first key may be 2), counted from 0 or 1, rows
/// and columns as they are printed.
class CellNames {
 public:
  CellNames(const Step& step, const RenderOptions& options)
      : step_(step), notation_(options), index_from_(options.index_from) {}

  /// Row and column as in `step.values`.
  std::string cell(std::size_t row, std::size_t column) const;
  std::string row(std::size_t row) const;
  std::string column(std::size_t column) const;
  /// "kraakte, bank": the tokens of the cell's axes that have any.
  std::string tokens(std::size_t row, std::size_t column, const Tokens& tokens) const;
  /// Of one axis alone.
  std::string token(std::size_t axis, std::size_t index, const Tokens& tokens) const;

  /// Rows and columns of an operand's block, as they were computed.
  std::string operand_cell(std::size_t operand, std::size_t row, std::size_t column) const;
  /// A whole row, "Q[2]", a whole column, "V[:,1]".
  std::string operand_row(std::size_t operand, std::size_t row) const;
  std::string operand_column(std::size_t operand, std::size_t column) const;
  /// The cells of a row, as what is added up or compared: "exp[0,:]".
  std::string operand_cells(std::size_t operand, std::size_t row) const;

 private:
  std::string named(std::size_t operand, std::vector<std::string> subscripts) const;
  std::string at(const Axis& axis, std::size_t index) const;
  std::string all(std::size_t operand, std::size_t dimension) const;

  const Step& step_;
  Notation notation_;
  std::size_t index_from_;
};

}  // namespace attn

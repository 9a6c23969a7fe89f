#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "attn/tensor.hpp"

namespace attn::xlsx {

/// A line of cells as a formula names it: 'head0.Q'!B4:D4.
struct Cells {
  std::string text;
  bool is_upright = false;          ///< one column, of several rows
  std::vector<double> values = {};  ///< what is in them, see Sheet::values
};

/// Where a step's matrix stands in the workbook.
struct Sheet {
  std::string name;
  std::size_t first_row = 0;     ///< of the sheet, where the matrix begins; its first column is B
  Range rows;                    ///< of the matrix, that are shown: all, or those of a selection
  std::size_t columns = 0;       ///< of the matrix
  bool is_transposed = false;    ///< the rows of the matrix are columns of the sheet
  bool may_hold_lowest = false;  ///< some cell is, or may become, "-inf"
  bool is_typed = false;         ///< scores that are given, or copied from there: a reader may type any text
  /// What the cells say: a number, -inf for the text "-inf", NaN for an error. [rows, columns]
  Matrix<double> values = {};
};

/// The block of a sheet that is an operand.
class Block {
 public:
  Block(const Sheet& sheet, std::size_t first_row, std::size_t first_column)
      : sheet_(&sheet), first_row_(first_row), first_column_(first_column) {}

  bool may_hold_lowest() const { return sheet_->may_hold_lowest; }
  bool is_typed() const { return sheet_->is_typed; }
  /// From the cell [row, column] on so many rows or columns. Nothing where they are not all shown.
  std::optional<Cells> row(std::size_t row, std::size_t length) const;
  std::optional<Cells> column(std::size_t column, std::size_t length) const;
  std::optional<Cells> cell(std::size_t row, std::size_t column) const;

 private:
  std::optional<Cells> cells(std::size_t row, std::size_t column, std::size_t rows,
                             std::size_t columns) const;

  const Sheet* sheet_;  ///< lives as long as the workbook is written
  std::size_t first_row_;
  std::size_t first_column_;
};

/// "B4". Counted from 0.
std::string address(std::size_t row, std::size_t column);
/// "$B$4": the same wherever it is copied to.
std::string fixed_address(std::size_t row, std::size_t column);

/// 'head0.Q' as formulas quote it.
std::string quoted(const std::string& sheet_name);

/// Names for sheets: within 31 characters, without those that Excel forbids, each one once, whatever steps
/// are renamed to.
class SheetNames {
 public:
  /// For a step that is called so.
  std::string take(const std::string& id);

 private:
  std::vector<std::u32string> taken_ = {U"contents",
                                        U"history"};  ///< without case, which makes no difference
};

}  // namespace attn::xlsx

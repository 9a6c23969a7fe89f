#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "attn/decimals.hpp"
#include "attn/formula.hpp"
#include "attn/options.hpp"
#include "render/xlsx/sheet.hpp"

namespace attn::xlsx {

/// A formula of a cell, with its "=".
struct CellFormulaText {
  std::string text;
  double value = 0;       ///< what a spreadsheet calculates, not rounded by hand: see Sheet::values
  bool is_array = false;  ///< to be entered as an array formula
};

/// A step's equation as formulas of a spreadsheet.
///
/// There are no infinities in a spreadsheet. -inf, which hides keys, is the text "-inf", and every formula
/// into which it can come asks for it: sums with it are "-inf", its exponential is 0, and a maximum leaves it
/// out. What else is not finite is an error, as #NUM! and #N/A are, and goes on into all that is made of it.
class SpreadsheetFormula {
 public:
  /// A mask that hides keys from the rows of the step: all of them, or those of one tile.
  struct Mask {
    Block block;
    std::size_t columns;
  };
  struct Context {
    std::vector<Block> operands = {};
    /// What formulas call a number of the equation (a scale, a cap).
    std::function<std::string(const Formula& number)> name_of_number = {};
    EmptyRow empty_row = EmptyRow::zero;
    std::vector<Mask> masks = {};              ///< a row that all of these hide sees no key
    std::vector<std::size_t> empty_rows = {};  ///< without masks: these see none. In order
    std::optional<DecimalPlaces> rounded_to = {};
  };

  SpreadsheetFormula(const Formula& equation, Context context)
      : equation_(equation), context_(std::move(context)) {}

  /// Of the cell [row, column] of the result. Nothing where it needs a cell that the workbook does not have.
  std::optional<CellFormulaText> at(std::size_t row, std::size_t column) const;
  /// Whether cells of the result can be "-inf". `row`: one that the workbook has.
  bool may_give_lowest(std::size_t row) const;

 private:
  const Formula& equation_;
  Context context_;
};

}  // namespace attn::xlsx

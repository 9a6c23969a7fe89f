#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "attn/trace.hpp"
#include "render/xlsx/constants.hpp"
#include "render/xlsx/formula.hpp"
#include "render/xlsx/sheet.hpp"

namespace attn::xlsx {

/// The sheets that are there, by their steps: what the formulas of a further step find in the workbook.
class Sheets {
 public:
  explicit Sheets(EmptyRow empty_row) : empty_row_(empty_row) {}

  std::size_t count() const { return sheets_.size(); }
  /// A sheet for the step, with a name that no other has.
  Sheet& add(const Step& step, const std::string& called, std::size_t first_row);
  /// The step's equation over the sheets of its operands. Nothing where one of them is not there. The
  /// constants outlive it.
  std::optional<SpreadsheetFormula> formula_of(const Step& step, Constants& constants) const;
  /// Whether the step copies what a reader may have typed, or is it.
  bool is_typed(const Step& step) const;

 private:
  std::vector<SpreadsheetFormula::Mask> masks_of(const Place& place) const;

  EmptyRow empty_row_;
  SheetNames names_;
  std::map<std::string, Sheet, std::less<>> sheets_;  ///< by the id of the step
  /// What hides keys from the queries of a head, or of a row block of it: the masks of its tiles.
  std::vector<std::pair<Place, SpreadsheetFormula::Mask>> masks_;
};

}  // namespace attn::xlsx

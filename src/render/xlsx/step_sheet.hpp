#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <utility>

#include "attn/trace.hpp"
#include "render/notation.hpp"
#include "render/xlsx/book.hpp"
#include "render/xlsx/contents.hpp"
#include "render/xlsx/sheets.hpp"

namespace attn::xlsx {

/// How far a step's cells are formulas that give what attn-calc gives.
struct Liveness {
  bool is_live = true;           ///< all of them are formulas
  std::size_t extra_errors = 0;  ///< cells that are errors where the trace has a number, or -inf
};

/// Writes a sheet for a step: its equation, its shape, the numbers of its equation, the headings of its
/// columns, and the matrix.
class StepSheet {
 public:
  StepSheet(Book& book, const TraceHeader& header, const RenderOptions& options);

  /// `entry`: what the table of contents says of the step. The sheet is that of the entry from then on.
  Liveness write(const Step& step, Entry& entry);

  std::size_t count() const { return sheets_.count(); }
  const Constants& constants() const { return constants_; }

 private:
  void write_head(const Step& step, const Entry& entry);
  void write_numbers(const Step& step);
  std::string label(const Axis& axis, std::size_t index) const;
  void write_labels(const Step& step);
  Liveness write_cells(const Step& step, Sheet& sheet);
  void write_cell(const At& at, const std::optional<CellFormulaText>& formula, double value,
                  lxw_format* look);
  lxw_format* looks_of(const std::string& format, bool is_given);

  Book& book_;
  RenderOptions options_;
  Notation notation_;
  Tokens tokens_;
  Sheets sheets_;
  Constants constants_;
  std::map<std::pair<std::string, bool>, lxw_format*> looks_;
  lxw_format* bold_;
  lxw_format* faint_;
  lxw_format* heading_;  ///< of columns
};

}  // namespace attn::xlsx

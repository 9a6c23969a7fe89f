#pragma once

#include <xlsxwriter.h>

#include <cstddef>
#include <memory>
#include <string>

#include "attn/render.hpp"
#include "attn/tensor.hpp"
#include "render/output/descriptor.hpp"

namespace attn::xlsx {

/// How a cell looks.
struct Look {
  bool is_bold = false;
  bool is_faint = false;
  bool is_given = false;           ///< a number that a reader may change
  std::string number_format = {};  ///< "0.0000"
};

/// A cell's place on its sheet, counted from 0.
struct At {
  std::size_t row;
  std::size_t column;
};

/// A workbook in the making, on a sheet of it. A fault of the library's is a std::runtime_error.
class Book {
 public:
  Book(const std::string& title, const std::string& version);
  Book(const Book&) = delete;
  Book& operator=(const Book&) = delete;

  lxw_format* format(const Look& look);
  lxw_worksheet* add_sheet(const std::string& name);
  /// What is written from here on goes there.
  void choose(lxw_worksheet* sheet) { sheet_ = sheet; }

  void text(const At& at, const std::string& text, lxw_format* format = nullptr);
  /// -inf is a text, inf and NaN are the errors #NUM! and #N/A.
  void number(const At& at, double value, lxw_format* format = nullptr);
  /// A formula whose value is known: likewise.
  void formula(const At& at, const std::string& text, double value, lxw_format* format);
  void array_formula(const At& at, const std::string& text, double value, lxw_format* format);
  /// A text that leads to a sheet.
  void link(const At& at, const std::string& sheet, const std::string& text);
  /// Formulas of all sheets call the cell of the sheet so.
  void name_cell(const std::string& name, const std::string& sheet, const At& at);
  void column_width(std::size_t first, std::size_t last, double width);
  /// What is above and to the left of the cell stays in sight.
  void freeze(const At& at);
  /// Cells from white for 0 to blue for 1.
  void colour(const At& first, const At& last);

  /// Closes the workbook and writes it. The last call.
  void write_to(Output& output);

 private:
  struct Free {
    void operator()(lxw_workbook* workbook) const { lxw_workbook_free(workbook); }
  };

  Descriptor file_;  ///< in memory: the library writes to what has a name
  std::unique_ptr<lxw_workbook, Free> workbook_;
  lxw_worksheet* sheet_ = nullptr;
  bool has_errors_ = false;  ///< cells that are NaN or inf for the library: see error_cells.hpp
};

}  // namespace attn::xlsx

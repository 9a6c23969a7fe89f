#pragma once

#include <optional>
#include <string>
#include <vector>

#include "render/xlsx/formula.hpp"

namespace attn::xlsx {

/// A sheet whose matrix begins at B5, as those of the format do. All its cells are 1, but for those that are
/// said, row by row.
inline Sheet sheet(const std::string& name, std::size_t rows, std::size_t columns,
                   const std::vector<double>& values = {}) {
  Sheet made{.name = name, .first_row = 4, .rows = {0, rows}, .columns = columns};
  made.values = xt::ones<double>({rows, columns});
  std::copy(values.begin(), values.end(), made.values.begin());
  return made;
}

inline SpreadsheetFormula::Context context(const std::vector<Sheet>& sheets,
                                           EmptyRow empty_row = EmptyRow::zero) {
  SpreadsheetFormula::Context made{.empty_row = empty_row};
  for (const Sheet& operand : sheets) made.operands.emplace_back(operand, 0, 0);
  made.name_of_number = [](const Formula& number) { return number.text; };
  return made;
}

/// The formula of the cell [row, column]; "nothing" where there is none.
inline std::string at(const Formula& equation, const SpreadsheetFormula::Context& context, std::size_t row,
                      std::size_t column) {
  const auto text = SpreadsheetFormula(equation, context).at(row, column);
  if (!text) return "nothing";
  return text->is_array ? "{" + text->text + "}" : text->text;
}
inline std::string at(const Formula& equation, const std::vector<Sheet>& sheets, std::size_t row,
                      std::size_t column) {
  return at(equation, context(sheets), row, column);
}

}  // namespace attn::xlsx

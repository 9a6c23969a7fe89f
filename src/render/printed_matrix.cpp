#include "render/printed_matrix.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "render/elision.hpp"
#include "render/latex/text.hpp"
#include "render/printed_decimals.hpp"
#include "render/printed_width.hpp"

namespace attn {
namespace {

constexpr std::size_t most_of_an_operand = 8;

LatexCells written_cells(const Matrix<double>& values, Decimals decimals, const ShownCells& shown) {
  LatexCells cells;
  for (const std::size_t i : shown.rows) {
    std::vector<std::string>& row = cells.emplace_back();
    for (const std::size_t j : shown.columns) {
      if (i == gap || j == gap)
        row.emplace_back(i != gap ? "\\cdots" : j != gap ? "\\vdots" : "\\ddots");
      else
        row.push_back(latex_number(values(i, j), decimals));
    }
  }
  return cells;
}

}  // namespace

std::vector<std::size_t> printed_rows(const Step& step, const RenderOptions& options) {
  return shown_indices(step.values.shape(0), options.full ? gap : most_shown_rows);
}

std::vector<std::size_t> printed_columns(const Step& step, const RenderOptions& options) {
  return shown_indices(step.values.shape(1), options.full ? gap : most_shown_columns);
}

ShownCells printed_cells(const Step& step, const RenderOptions& options) {
  return {printed_rows(step, options), printed_columns(step, options)};
}

LatexCells latex_cells(const Step& step, const ShownCells& shown, const RenderOptions& options) {
  return written_cells(step.values, fewest_decimals_of(step, options), shown);
}

LatexCells latex_cells(const Matrix<double>& values, Decimals decimals) {
  return written_cells(values, decimals,
                       {shown_indices(values.shape(0), gap), shown_indices(values.shape(1), gap)});
}

std::string bmatrix(const LatexCells& cells, const LatexDialect& dialect) {
  const std::string_view separator = cells.size() > 1 ? "\n  " : " ";
  std::string text = "\\begin{bmatrix}";
  for (std::size_t i = 0; i < cells.size(); ++i)
    text += fmt::format("{}{}{}{}", separator, fmt::join(cells[i], " & "), i + 1 < cells.size() ? " " : "",
                        i + 1 < cells.size() ? dialect.row_end : "");
  return text + (cells.size() > 1 ? "\n" : " ") + "\\end{bmatrix}";
}

std::size_t printed_width(const LatexCells& cells) {
  constexpr std::size_t brackets = 2;
  constexpr std::size_t between_columns = 2;
  if (cells.empty() || cells[0].empty()) return brackets;
  std::vector<std::size_t> widths(cells[0].size());
  for (const auto& row : cells)
    for (std::size_t j = 0; j < row.size(); ++j) widths[j] = std::max(widths[j], printed_width(row[j]));
  std::size_t width = brackets + between_columns * (widths.size() - 1);
  for (const std::size_t column : widths) width += column;
  return width;
}

Matrix<double> operand_matrix(const Step& step, std::size_t operand) {
  const Axes& axes = step.operands[operand].axes;
  const std::size_t columns = axes.size() > 1 ? axes[1].size : 1;
  Matrix<double> values = xt::empty<double>({axes[0].size, columns});
  for (std::size_t i = 0; i < axes[0].size; ++i)
    for (std::size_t j = 0; j < columns; ++j) values(i, j) = step.operand_value(operand, i, j);
  return step.is_transposed ? Matrix<double>(xt::transpose(values)) : values;
}

bool is_small(const Step& step, std::size_t operand) {
  const Axes& axes = step.operands[operand].axes;
  if (axes.empty() || !step.operand_value) return false;
  return std::ranges::all_of(
      axes, [](const Axis& axis) { return axis.size > 0 && axis.size <= most_of_an_operand; });
}

}  // namespace attn

#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "attn/render.hpp"
#include "render/decimals.hpp"
#include "render/latex/notation.hpp"

namespace attn {

/// Cells in LaTeX, with dots where some are left out.
using LatexCells = std::vector<std::vector<std::string>>;

/// Which rows and columns of a step are printed.
std::vector<std::size_t> printed_rows(const Step& step, const RenderOptions& options);
std::vector<std::size_t> printed_columns(const Step& step, const RenderOptions& options);

/// Cells of a step that stand together, with a `gap` for rows and columns that are left out.
struct ShownCells {
  std::vector<std::size_t> rows;
  std::vector<std::size_t> columns;
};

/// All of a step, long and wide ones cut in the middle unless `options.full`.
ShownCells printed_cells(const Step& step, const RenderOptions& options);

LatexCells latex_cells(const Step& step, const ShownCells& shown, const RenderOptions& options);
LatexCells latex_cells(const Matrix<double>& values, Decimals decimals);

/// \begin{bmatrix} 1 & 0 \\ 0 & 2 \end{bmatrix}, on one line, or one for each row.
std::string bmatrix(const LatexCells& cells, const LatexDialect& dialect);

/// About how many digits wide it is in print.
std::size_t printed_width(const LatexCells& cells);

/// The block of an operand, as the step's equation reads it; transposed where tokens are columns.
Matrix<double> operand_matrix(const Step& step, std::size_t operand);

/// Whether an operand has few enough numbers to be written out, and is known.
bool is_small(const Step& step, std::size_t operand);

}  // namespace attn

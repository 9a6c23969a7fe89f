#include "render/labelled_matrix.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <vector>

#include "render/axis_text.hpp"
#include "render/elision.hpp"
#include "render/latex/text.hpp"
#include "render/printed_matrix.hpp"
#include "render/printed_width.hpp"
#include "text/display.hpp"
#include "text/visible.hpp"

namespace attn {
namespace {

constexpr std::size_t widest_token = 16;

using Labels = std::vector<std::string>;

/// The command that a label stands in, and how its text is written.
struct LatexLabels {
  std::string_view command;
  const LatexDialect& dialect;
};

constexpr std::string_view dots = "\\vphantom{\\vdots}";  // as high as the dots beside it

/// The tokens of an axis where they are shown, in a command; none where it has no tokens.
Labels labels_of(const Axis& axis, const std::vector<std::size_t>& shown, const Tokens& tokens,
                 const LatexLabels& latex) {
  Labels labels;
  bool has_tokens = false;
  for (const std::size_t i : shown) {
    const std::string_view token = i == gap ? "" : token_of(axis, i, tokens);
    has_tokens = has_tokens || !token.empty();
    const std::string text = latex.dialect.text(shortened(visible(token), widest_token));
    labels.push_back(i == gap       ? std::string(dots)
                     : text.empty() ? ""
                                    : fmt::format("\\{}{{{}}}", latex.command, text));
  }
  return has_tokens ? labels : Labels();
}

std::size_t widest(const Labels& labels) {
  std::size_t width = 0;
  for (const std::string& label : labels) width = std::max(width, printed_width(label));
  return width;
}

/// \attnlabels{ & \text{the} & \text{cat} \cr \attnrow{the} & 1 & 0 \cr \attnrow{cat} & 0 & 1 \cr}.
std::string bordered(const LatexCells& cells, const Labels& rows, const Labels& columns) {
  std::string text = fmt::format("\\attnlabels{{\n  & {} \\cr", fmt::join(columns, " & "));
  for (std::size_t i = 0; i < cells.size(); ++i)
    text += fmt::format("\n  {} & {} \\cr", rows.empty() ? "" : rows[i], fmt::join(cells[i], " & "));
  return text + "\n}";
}

/// Labels beside the rows alone.
std::string with_rows(const LatexCells& cells, const Labels& rows, const LatexDialect& dialect) {
  return fmt::format("\\begin{{array}}{{@{{}}r@{{\\;}}}}\n  {}\n\\end{{array}}\n{}",
                     fmt::join(rows, fmt::format(" {}\n  ", dialect.row_end)), bmatrix(cells, dialect));
}

}  // namespace

LabelledMatrix labelled_matrix(const Step& step, const ShownCells& shown, const Tokens& tokens,
                               const LatexNotation& latex, const RenderOptions& options) {
  if (step.values.size() == 0) {
    const bool has_rows = step.values.shape(0) != 0;
    return {fmt::format("\\text{{({})}}", has_rows ? "no columns" : "no rows"), 10};
  }
  const LatexCells cells = latex_cells(step, shown, options);
  const LatexDialect& dialect = latex.dialect();
  const Labels columns =
      step.axes.size() == 1 ? Labels() : labels_of(step.axes[1], shown.columns, tokens, {"text", dialect});
  const Labels rows =
      labels_of(step.axes[0], shown.rows, tokens, {columns.empty() ? "text" : "attnrow", dialect});
  const std::size_t numbers = printed_width(cells);
  if (columns.empty() && rows.empty()) return {bmatrix(cells, dialect), numbers};
  if (columns.empty()) return {with_rows(cells, rows, dialect), widest(rows) + 1 + numbers};
  const std::size_t width = std::max(numbers, cells[0].size() * (widest(columns) + 2));
  return {bordered(cells, rows, columns), widest(rows) + 3 + width};
}

}  // namespace attn

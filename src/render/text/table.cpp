#include "render/text/table.hpp"

#include <algorithm>
#include <limits>
#include <string>
#include <vector>

#include "render/axis_text.hpp"
#include "render/decimals.hpp"
#include "render/elision.hpp"
#include "render/ink.hpp"
#include "render/printed_decimals.hpp"
#include "text/display.hpp"
#include "text/visible.hpp"

namespace attn {
namespace {

constexpr std::size_t widest_token = 16;
constexpr std::string_view margin = "  ";
constexpr std::string_view ellipsis = "…";

void append_spaces(fmt::memory_buffer& out, std::size_t count) {
  out.resize(out.size() + count);
  std::fill(out.end() - count, out.end(), ' ');
}

/// What an axis is labelled with.
struct Labels {
  const Tokens& tokens;
  std::size_t index_from;  ///< 0 or 1
};

/// "3 cat": an entry's index and, where its axis has tokens, its token.
std::string label(const Axis& axis, std::size_t i, const Labels& labels, std::size_t index_width = 0) {
  if (axis.name.empty()) return "";
  const std::size_t index = axis.at(i);
  auto text = fmt::format("{:>{}}", index + labels.index_from, index_width);
  if (const std::string_view token = token_of(axis, i, labels.tokens); !token.empty())
    text += " " + shortened(visible(token), widest_token);
  return text;
}

/// The part of a matrix that is shown, and how.
struct Table {
  std::vector<std::size_t> rows;
  std::vector<std::size_t> columns;
  std::vector<std::string> row_labels;
  std::vector<std::string> column_labels;  ///< none where each row is one number
  std::size_t label_width = 0;
  std::vector<std::size_t> widths;
  Decimals decimals;
};

std::vector<std::string> labels_of(const Axis& axis, const std::vector<std::size_t>& shown,
                                   const Labels& labels, bool aligned) {
  const std::size_t last = axis.at(axis.size - 1) + labels.index_from;
  const std::size_t index_width = aligned ? std::to_string(last).size() : 0;
  std::vector<std::string> texts;
  texts.reserve(shown.size());
  for (const std::size_t i : shown)
    texts.push_back(i == gap ? std::string(ellipsis) : label(axis, i, labels, index_width));
  return texts;
}

/// The widest number that is shown. All columns of numbers are equally wide, but for long labels.
std::size_t number_width(const Matrix<double>& values, const Table& table) {
  std::size_t width = 0;
  fmt::memory_buffer number;
  for (const std::size_t i : table.rows)
    for (const std::size_t j : table.columns) {
      if (i == gap || j == gap) continue;
      number.clear();
      append_number(number, values(i, j), table.decimals);
      width = std::max(width, number.size());
    }
  return width;
}

Table lay_out(const Step& step, const Tokens& tokens, const RenderOptions& options) {
  const std::size_t columns = step.values.shape(1);
  Table table;
  table.rows = shown_indices(step.axes[0].size, options.full ? gap : most_shown_rows);
  table.columns = shown_indices(columns, options.full ? gap : most_shown_columns);
  table.decimals = decimals_of(step, options);
  const Labels labels{tokens, options.index_from};
  table.row_labels = labels_of(step.axes[0], table.rows, labels, true);
  for (const auto& text : table.row_labels)
    table.label_width = std::max(table.label_width, display_width(text));
  if (step.axes.size() == 2) table.column_labels = labels_of(step.axes[1], table.columns, labels, false);
  table.widths.assign(table.columns.size(), number_width(step.values, table));
  for (std::size_t j = 0; j < table.column_labels.size(); ++j)
    table.widths[j] =
        table.columns[j] == gap ? 1 : std::max(table.widths[j], display_width(table.column_labels[j]));
  return table;
}

void append_right(fmt::memory_buffer& out, std::string_view text, std::size_t width, Ink ink) {
  out.append(margin);
  append_spaces(out, width - display_width(text));
  ink.dim(out, text);
}

void append_column_labels(fmt::memory_buffer& out, const Table& table, Ink ink) {
  if (table.column_labels.empty()) return;
  out.append(margin);
  append_spaces(out, table.label_width);
  for (std::size_t j = 0; j < table.column_labels.size(); ++j)
    append_right(out, table.column_labels[j], table.widths[j], ink);
  out.push_back('\n');
}

void append_cell(fmt::memory_buffer& out, double value, std::size_t width, const Table& table, Ink ink) {
  fmt::memory_buffer number;
  append_number(number, value, table.decimals);
  out.append(margin);
  append_spaces(out, width - number.size());
  const std::string_view text(number.data(), number.size());
  if (value == -std::numeric_limits<double>::infinity())
    ink.dim(out, text);
  else
    out.append(text);
}

/// Row `r` of the table, or the row of "…" where it is a gap.
void append_row(fmt::memory_buffer& out, const Matrix<double>& values, const Table& table, std::size_t r,
                Ink ink) {
  out.append(margin);
  ink.dim(out, table.row_labels[r]);
  append_spaces(out, table.label_width - display_width(table.row_labels[r]));
  for (std::size_t c = 0; c < table.columns.size(); ++c) {
    if (table.rows[r] == gap || table.columns[c] == gap)
      append_right(out, ellipsis, table.widths[c], ink);
    else
      append_cell(out, values(table.rows[r], table.columns[c]), table.widths[c], table, ink);
  }
  out.push_back('\n');
}

std::string count_left_out(const std::vector<std::size_t>& shown, std::size_t size, std::string_view what) {
  const std::size_t count = left_out(size, shown);
  return count == 0 ? "" : fmt::format("{} of {} {}", count, size, what);
}

void append_left_out(fmt::memory_buffer& out, const Step& step, const Table& table, Ink ink) {
  const auto rows = count_left_out(table.rows, step.values.shape(0), "rows");
  const auto columns = count_left_out(table.columns, step.values.shape(1), "columns");
  if (rows.empty() && columns.empty()) return;
  const std::string_view both = rows.empty() || columns.empty() ? "" : " and ";
  out.append(margin);
  ink.dim(out, fmt::format("… {}{}{} left out; --full shows all", rows, both, columns));
  out.push_back('\n');
}

}  // namespace

void write_table(Output& output, const Step& step, const Tokens& tokens, const RenderOptions& options) {
  if (step.values.size() == 0) {
    output.write(step.values.shape(0) == 0 ? "  (no rows)\n" : "  (no columns)\n");
    return;
  }
  const Ink ink{options.colour};
  const Table table = lay_out(step, tokens, options);
  fmt::memory_buffer out;
  append_column_labels(out, table, ink);
  for (std::size_t r = 0; r < table.rows.size(); ++r) {
    append_row(out, step.values, table, r, ink);
    output.write({out.data(), out.size()});
    out.clear();
  }
  append_left_out(out, step, table, ink);
  output.write({out.data(), out.size()});
}

}  // namespace attn

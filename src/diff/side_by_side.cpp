#include "diff/side_by_side.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "diff/cell_text.hpp"
#include "text/display.hpp"

namespace attn {

namespace {

constexpr std::size_t most_rows = 12;
constexpr std::size_t most_columns = 8;

using TextRow = std::vector<std::string>;

/// Rows of text as columns, the first two to the left and numbers to the right.
std::vector<std::string> aligned(const std::vector<TextRow>& rows) {
  std::vector<std::size_t> widths(rows[0].size(), 0);
  for (const TextRow& row : rows)
    for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], display_width(row[i]));
  std::vector<std::string> lines;
  for (const TextRow& row : rows) {
    std::string line;
    for (std::size_t i = 0; i < row.size(); ++i) {
      const std::string space(widths[i] - display_width(row[i]), ' ');
      line += i < 2 ? row[i] + space : space + row[i];
      if (i + 1 < row.size()) line += "  ";
    }
    line.erase(line.find_last_not_of(' ') + 1);
    lines.push_back(std::move(line));
  }
  return lines;
}

/// Ten digits: what is further behind stands in the difference.
std::string ten_digits(double value) {
  return std::isnan(value) ? "nan" : fmt::format("{:.10g}", value);
}

class SideBySide {
 public:
  SideBySide(const StepDifference& difference, const DiffSides& sides)
      : sides_(sides),
        step_(*difference.reference),
        reference_(difference.reference->values),
        candidate_(difference.candidate->values) {}

  std::vector<std::string> lines() const {
    std::vector<std::size_t> rows;
    for (std::size_t i = 0; i < reference_.shape(0); ++i)
      if (differs({i, i + 1}, {0, reference_.shape(1)})) rows.push_back(i);
    const std::size_t left_out = rows.size() - std::min(rows.size(), most_rows);
    rows.resize(rows.size() - left_out);
    const std::vector<std::size_t> columns = columns_of(rows);
    std::vector<TextRow> table{heading(columns)};
    for (const std::size_t row : rows) append(table, row, columns);
    std::vector<std::string> lines = aligned(table);
    if (columns.size() < reference_.shape(1))
      lines.push_back(fmt::format("{} of {} columns are shown, of those that differ", columns.size(),
                                  reference_.shape(1)));
    if (left_out > 0) lines.push_back(fmt::format("{} more rows differ", left_out));
    return lines;
  }

 private:
  bool differs(const Range& rows, const Range& columns) const {
    const Matrix<double> actual = block_of(candidate_, rows, columns);
    const Matrix<double> expected = block_of(reference_, rows, columns);
    const bool floats = sides_.reference.is_float32() && sides_.candidate.is_float32();
    return compare({.actual = actual,
                    .expected = expected,
                    .precision = floats ? Precision::float32 : Precision::float64},
                   sides_.options.tolerance)
               .differing > 0;
  }

  /// All, or where there are many the first ones that differ in one of these rows.
  std::vector<std::size_t> columns_of(const std::vector<std::size_t>& rows) const {
    const bool all = reference_.shape(1) <= most_columns;
    std::vector<std::size_t> columns;
    for (std::size_t j = 0; j < reference_.shape(1) && columns.size() < most_columns; ++j)
      if (all || std::ranges::any_of(rows, [&](std::size_t i) { return differs({i, i + 1}, {j, j + 1}); }))
        columns.push_back(j);
    return columns;
  }

  TextRow heading(const std::vector<std::size_t>& columns) const {
    TextRow row{"", ""};
    for (const std::size_t column : columns)
      row.push_back(step_.axes.size() == 1 ? "" : label_of(sides_.reference, step_, 1, column));
    return row;
  }

  void append(std::vector<TextRow>& table, std::size_t row, const std::vector<std::size_t>& columns) const {
    TextRow reference{label_of(sides_.reference, step_, 0, row), "reference"};
    TextRow candidate{"", "candidate"};
    TextRow difference{"", "difference"};
    for (const std::size_t column : columns) {
      const double expected = reference_(row, column);
      const double actual = candidate_(row, column);
      reference.push_back(ten_digits(expected));
      candidate.push_back(ten_digits(actual));
      const bool same = gap_between(actual, expected).abs == 0;
      difference.push_back(same ? "0" : distance_text(actual - expected));
    }
    table.insert(table.end(), {reference, candidate, difference});
  }

  const DiffSides& sides_;
  const StoredStep& step_;
  const Matrix<double>& reference_;
  const Matrix<double>& candidate_;
};

}  // namespace

std::vector<std::string> side_by_side(const StepDifference& difference, const DiffSides& sides) {
  return SideBySide(difference, sides).lines();
}

}  // namespace attn

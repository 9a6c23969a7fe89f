#include "render/figure/heatmap_layout.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "render/elision.hpp"
#include "render/figure/heatmap_cells.hpp"
#include "text/display.hpp"

namespace attn {
namespace {

constexpr int margin = 12;
constexpr int line = 18;      ///< the height of a line of text
constexpr int gap_size = 16;  ///< of rows or columns that are left out
constexpr int between_panels = 24;
constexpr int line_of_labels = label_size + 2;
constexpr int shortest_bar = 120;
constexpr int longest_bar = 240;
constexpr int legend_width = 84;

std::vector<int> edges(const std::vector<std::size_t>& shown, int size) {
  std::vector<int> edges{0};
  for (const std::size_t i : shown) edges.push_back(edges.back() + (i == gap ? gap_size : size));
  return edges;
}

/// What stands around the cells of one row or column of the grid.
struct Band {
  int before = 0;  ///< for labels and headings
  int cells = 0;
};

class Arrangement {
 public:
  explicit Arrangement(const Heatmap& heatmap) : heatmap_(heatmap), grid_(grid_of(heatmap)) {}

  HeatmapLayout layout() {
    choose_cells();
    measure_labels();
    measure_bands();
    place_panels();
    place_legend();
    return std::move(layout_);
  }

 private:
  void choose_cells() {
    const auto [cell, has_numbers] = choose_cell(heatmap_, grid_);
    cell_ = cell;
    layout_.has_numbers = has_numbers;
    layout_.row_step = label_step(cell.height, line_of_labels);
    layout_.column_step = label_step(cell.width, line_of_labels);
  }

  void measure_labels() {
    for (const HeatmapPanel& panel : heatmap_.panels)
      for (std::size_t r = 0; r < panel.row_labels.size(); ++r)
        if (layout_.has_row_label(panel, r))
          layout_.row_labels = std::max(layout_.row_labels, text_width(panel.row_labels[r], label_size));
    const int longest = longest_column_label();
    layout_.is_slanted = longest > static_cast<int>(layout_.column_step) * cell_.width - 4;
    if (layout_.is_slanted) return slant();
    if (longest > 0) layout_.column_labels = line;
  }

  /// Labels are then as high above the cells as they are long, and hang over to the right. At 45 degrees
  /// lines that are as far apart as they are high are √2 times that along the axis.
  void slant() {
    layout_.column_step = label_step(cell_.width, line_of_labels * 14 / 10);
    layout_.column_labels = longest_column_label() * 7 / 10 + label_size;
    measure_overhang();
  }

  int longest_column_label() const {
    int longest = 0;
    for (const HeatmapPanel& panel : heatmap_.panels)
      for (std::size_t c = 0; c < panel.column_labels.size(); ++c)
        if (layout_.has_column_label(panel, c))
          longest = std::max(longest, text_width(panel.column_labels[c], label_size));
    return longest;
  }

  void measure_overhang() {
    for (const HeatmapPanel& panel : heatmap_.panels)
      for (std::size_t c = 0; c < panel.column_labels.size(); ++c) {
        if (!layout_.has_column_label(panel, c)) continue;
        const int to_the_right = static_cast<int>(panel.columns.size() - c) * cell_.width;
        const int length = text_width(panel.column_labels[c], label_size) * 7 / 10 + label_size;
        overhang_ = std::max(overhang_, length - to_the_right);
      }
  }

  void measure_bands() {
    const bool has_row_axis = !heatmap_.row_axis.empty();
    for (std::size_t i = 0; i < heatmap_.panels.size(); ++i) {
      const HeatmapPanel& panel = heatmap_.panels[i];
      PanelLayout& at = layout_.panels.emplace_back();
      at.row_edges = edges(panel.rows, cell_.height);
      at.column_edges = edges(panel.columns, cell_.width);
      at.has_row_labels = has_row_axis && !is_repeated(i, {0, 1}, &HeatmapPanel::row_labels);
      at.has_column_labels =
          !panel.column_labels.empty() && !is_repeated(i, {1, 0}, &HeatmapPanel::column_labels);
      Band& row = rows_[grid_[i].row];
      Band& column = columns_[grid_[i].column];
      row.cells = std::max(row.cells, at.height());
      column.cells = std::max(column.cells, at.width());
      const int heading = panel.heading.empty() ? 0 : line;
      row.before = std::max(row.before, heading + (at.has_column_labels ? layout_.column_labels + line : 0));
      column.before = std::max(column.before, at.has_row_labels ? layout_.row_labels + line + 8 : 0);
      if (!panel.heading.empty())
        column.cells = std::max(column.cells, text_width(panel.heading, label_size));
    }
  }

  /// Whether the panel one step before it has the same labels.
  bool is_repeated(std::size_t panel, GridPlace step, std::vector<std::string> HeatmapPanel::*labels) const {
    const GridPlace& at = grid_[panel];
    if (at.row < step.row || at.column < step.column) return false;
    for (std::size_t i = 0; i < panel; ++i)
      if (grid_[i].row + step.row == at.row && grid_[i].column + step.column == at.column)
        return heatmap_.panels[i].*labels == heatmap_.panels[panel].*labels;
    return false;
  }

  void place_panels() {
    for (std::size_t i = 0; i < heatmap_.panels.size(); ++i) {
      layout_.panels[i].x = start(columns_, grid_[i].column, margin, std::max(between_panels, overhang_));
      layout_.panels[i].y = start(rows_, grid_[i].row, margin + heading_size + 10, between_panels);
    }
  }

  /// Where the cells of the band begin.
  static int start(const std::map<std::size_t, Band>& bands, std::size_t index, int from, int between) {
    for (const auto& [i, band] : bands) {
      from += band.before;
      if (i == index) break;
      from += band.cells + between;
    }
    return from;
  }

  void place_legend() {
    int right = margin;
    int bottom = margin;
    layout_.bar_y = layout_.panels.front().y;
    for (const PanelLayout& panel : layout_.panels) {
      layout_.bar_y = std::min(layout_.bar_y, panel.y);
      right = std::max(right, panel.x + panel.width());
      bottom = std::max(bottom, panel.y + panel.height());
    }
    layout_.bar_x = right + std::max(20, overhang_);
    const int legend = static_cast<int>(heatmap_.legend().size()) * legend_line + 6;
    if (!heatmap_.is_flat())
      layout_.bar_height = std::clamp(bottom - layout_.bar_y - legend, shortest_bar, longest_bar);
    const int heading = margin + text_width(heatmap_.heading, heading_size);
    layout_.width = std::max(layout_.bar_x + legend_width, heading) + margin;
    layout_.height = std::max(bottom, layout_.bar_y + layout_.bar_height + legend) + margin;
  }

  const Heatmap& heatmap_;
  std::vector<GridPlace> grid_;
  HeatmapLayout layout_;
  CellSize cell_{};
  int overhang_ = 0;
  std::map<std::size_t, Band> rows_;
  std::map<std::size_t, Band> columns_;
};

}  // namespace

bool HeatmapLayout::has_row_label(const HeatmapPanel& panel, std::size_t row) const {
  return panel.rows[row] == gap || panel.rows[row] % row_step == 0;
}

bool HeatmapLayout::has_column_label(const HeatmapPanel& panel, std::size_t column) const {
  return panel.columns[column] == gap || panel.columns[column] % column_step == 0;
}

int text_width(std::string_view text, int size) {
  return static_cast<int>(std::ceil(0.56 * size * static_cast<double>(display_width(text))));
}

HeatmapLayout lay_out(const Heatmap& heatmap) {
  return Arrangement(heatmap).layout();
}

}  // namespace attn

#include "render/figure/heatmap_layout.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <utility>

#include "render/elision.hpp"
#include "text/display.hpp"

namespace attn {
namespace {

constexpr int margin = 12;
constexpr int line = 18;           ///< the height of a line of text
constexpr int gap_size = 16;       ///< of rows or columns that are left out
constexpr int widest = 960;        ///< of all panels, where numbers are in their cells
constexpr int longest_side = 480;  ///< of a panel without numbers
constexpr int between_panels = 24;
constexpr int shortest_bar = 120;
constexpr int longest_bar = 240;
constexpr int legend_width = 84;
constexpr std::size_t most_in_row = 4;  ///< heads side by side

struct Cell {
  int width;
  int height;
};

/// Where a panel stands in the grid of panels.
struct GridPlace {
  std::size_t row;
  std::size_t column;
};

int to_int(std::size_t count) {
  return static_cast<int>(count);
}

int widest_of(const std::vector<std::string>& texts, int size) {
  int width = 0;
  for (const std::string& text : texts) width = std::max(width, text_width(text, size));
  return width;
}

/// Batch entries and row blocks below each other, heads and tiles side by side. A single row of heads is
/// broken after a few.
std::vector<GridPlace> grid_of(const Heatmap& heatmap) {
  std::map<std::pair<std::size_t, std::size_t>, std::size_t> rows;
  std::map<std::pair<std::size_t, std::size_t>, std::size_t> columns;
  for (const HeatmapPanel& panel : heatmap.panels) {
    rows[{panel.place.batch.value_or(0), panel.place.tile_row.value_or(0)}] = 0;
    columns[{panel.place.head.value_or(0), panel.place.tile_col.value_or(0)}] = 0;
  }
  for (std::size_t i = 0; auto& [place, row] : rows) row = i++;
  for (std::size_t i = 0; auto& [place, column] : columns) column = i++;
  std::vector<GridPlace> grid;
  for (const HeatmapPanel& panel : heatmap.panels) {
    const std::size_t row = rows[{panel.place.batch.value_or(0), panel.place.tile_row.value_or(0)}];
    const std::size_t column = columns[{panel.place.head.value_or(0), panel.place.tile_col.value_or(0)}];
    if (rows.size() == 1)
      grid.push_back({column / most_in_row, column % most_in_row});
    else
      grid.push_back({row, column});
  }
  return grid;
}

/// The largest number of entries along an axis, and of panels in a row of the grid.
struct Counts {
  std::size_t rows = 1;
  std::size_t columns = 1;
  std::size_t panels = 1;
};

Counts count(const Heatmap& heatmap, const std::vector<GridPlace>& grid) {
  Counts counts;
  for (const HeatmapPanel& panel : heatmap.panels) {
    counts.rows = std::max(counts.rows, panel.rows.size());
    counts.columns = std::max(counts.columns, panel.columns.size());
  }
  for (const GridPlace& place : grid) counts.panels = std::max(counts.panels, place.column + 1);
  return counts;
}

/// Cells that numbers fit into.
Cell roomy_cell(const Heatmap& heatmap, const Counts& counts) {
  int width = 28;
  for (const HeatmapPanel& panel : heatmap.panels)
    width = std::max(width, widest_of(panel.numbers, number_size) + 12);
  return {width, counts.rows > 8 ? 26 : std::min(width, 44)};
}

/// Square cells, as large as they can be; as high as a line of text, if a panel alone has room for that.
Cell small_cell(const Counts& counts) {
  const int entries = to_int(std::max(counts.rows, counts.columns));
  const int side = std::min(longest_side, widest / to_int(counts.panels));
  const int least = std::clamp(longest_side / entries, 1, label_size + 2);
  const int cell = std::clamp(side / entries, least, 24);
  return {cell, cell};
}

std::vector<int> edges(const std::vector<std::size_t>& shown, int size) {
  std::vector<int> edges{0};
  for (const std::size_t i : shown) edges.push_back(edges.back() + (i == gap ? gap_size : size));
  return edges;
}

/// Each how manieth entry has a label, so that a line of text fits between them.
std::size_t label_step(int cell) {
  constexpr std::array<std::size_t, 7> steps{1, 2, 5, 10, 20, 50, 100};
  for (const std::size_t step : steps)
    if (to_int(step) * cell >= label_size + 2) return step;
  return steps.back();
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
    const Counts counts = count(heatmap_, grid_);
    const Cell roomy = roomy_cell(heatmap_, counts);
    layout_.has_numbers =
        to_int(counts.columns) * roomy.width * to_int(counts.panels) <= widest && counts.rows <= 40;
    const Cell cell = layout_.has_numbers ? roomy : small_cell(counts);
    layout_.row_step = label_step(cell.height);
    layout_.column_step = label_step(cell.width);
    cell_ = cell;
  }

  /// Labels are as high above the cells as they are long, if they are slanted, and hang over to the right.
  void measure_labels() {
    int longest = 0;
    for (const HeatmapPanel& panel : heatmap_.panels) {
      for (std::size_t r = 0; r < panel.row_labels.size(); ++r)
        if (layout_.has_row_label(panel, r))
          layout_.row_labels = std::max(layout_.row_labels, text_width(panel.row_labels[r], label_size));
      for (std::size_t c = 0; c < panel.column_labels.size(); ++c)
        if (layout_.has_column_label(panel, c))
          longest = std::max(longest, text_width(panel.column_labels[c], label_size));
    }
    layout_.is_slanted = longest > to_int(layout_.column_step) * cell_.width - 4;
    if (longest > 0) layout_.column_labels = layout_.is_slanted ? longest * 7 / 10 + label_size : line;
    if (layout_.is_slanted) measure_overhang();
  }

  void measure_overhang() {
    for (const HeatmapPanel& panel : heatmap_.panels)
      for (std::size_t c = 0; c < panel.column_labels.size(); ++c) {
        if (!layout_.has_column_label(panel, c)) continue;
        const int to_the_right = to_int(panel.columns.size() - c) * cell_.width;
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
    for (const PanelLayout& panel : layout_.panels) {
      right = std::max(right, panel.x + panel.width());
      bottom = std::max(bottom, panel.y + panel.height());
    }
    layout_.bar_x = right + std::max(20, overhang_);
    layout_.bar_y = layout_.panels.front().y;
    const OffScale off = heatmap_.off_scale();
    const int legend = ((off.hidden || off.lowest ? 1 : 0) + (off.nan ? 1 : 0)) * legend_line + 6;
    layout_.bar_height = std::clamp(bottom - layout_.bar_y - legend, shortest_bar, longest_bar);
    const int heading = margin + text_width(heatmap_.heading, heading_size);
    layout_.width = std::max(layout_.bar_x + legend_width, heading) + margin;
    layout_.height = std::max(bottom, layout_.bar_y + layout_.bar_height + legend) + margin;
  }

  const Heatmap& heatmap_;
  std::vector<GridPlace> grid_;
  HeatmapLayout layout_;
  Cell cell_{};
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

#include "render/figure/heatmap_cells.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <utility>

#include "render/figure/heatmap_layout.hpp"

namespace attn {
namespace {

constexpr int widest = 960;             ///< of all panels, where numbers are in their cells
constexpr int longest_side = 480;       ///< of a panel without numbers
constexpr std::size_t most_in_row = 4;  ///< heads side by side

int to_int(std::size_t count) {
  return static_cast<int>(count);
}

/// 0 for what belongs to no head, batch entry, tile.
std::size_t order(const std::optional<std::size_t>& coordinate) {
  return coordinate ? *coordinate + 1 : 0;
}

using Key = std::pair<std::size_t, std::size_t>;

Key row_of(const Place& place) {
  return {order(place.batch), order(place.tile_row)};
}
Key column_of(const Place& place) {
  return {order(place.head), order(place.tile_col)};
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

/// That numbers fit into.
CellSize roomy_cell(const Heatmap& heatmap, const Counts& counts) {
  int width = 28;
  for (const HeatmapPanel& panel : heatmap.panels)
    for (const std::string& number : panel.numbers)
      width = std::max(width, text_width(number, number_size) + 12);
  return {width, counts.rows > 8 ? 26 : std::min(width, 44)};
}

/// A square, as large as it can be; as high as a line of text, if a panel alone has room for that.
CellSize small_cell(const Counts& counts) {
  const int entries = to_int(std::max(counts.rows, counts.columns));
  const int side = std::min(longest_side, widest / to_int(counts.panels));
  const int least = std::clamp(longest_side / entries, 1, label_size + 2);
  const int cell = std::clamp(side / entries, least, 24);
  return {cell, cell};
}

}  // namespace

std::vector<GridPlace> grid_of(const Heatmap& heatmap) {
  std::map<Key, std::size_t> rows;
  std::map<Key, std::size_t> columns;
  for (const HeatmapPanel& panel : heatmap.panels) {
    rows[row_of(panel.place)] = 0;
    columns[column_of(panel.place)] = 0;
  }
  for (std::size_t i = 0; auto& [place, row] : rows) row = i++;
  for (std::size_t i = 0; auto& [place, column] : columns) column = i++;
  std::vector<GridPlace> grid;
  for (const HeatmapPanel& panel : heatmap.panels) {
    const std::size_t row = rows[row_of(panel.place)];
    const std::size_t column = columns[column_of(panel.place)];
    if (rows.size() == 1)
      grid.push_back({column / most_in_row, column % most_in_row});
    else
      grid.push_back({row, column});
  }
  return grid;
}

ChosenCell choose_cell(const Heatmap& heatmap, const std::vector<GridPlace>& grid) {
  const Counts counts = count(heatmap, grid);
  const CellSize roomy = roomy_cell(heatmap, counts);
  const int width = to_int(counts.columns) * roomy.width * to_int(counts.panels);
  if (width <= widest && counts.rows <= 40) return {roomy, true};
  return {small_cell(counts), false};
}

std::size_t label_step(int cell, int room) {
  constexpr std::array<std::size_t, 7> steps{1, 2, 5, 10, 20, 50, 100};
  for (const std::size_t step : steps)
    if (to_int(step) * cell >= room) return step;
  return steps.back();
}

}  // namespace attn

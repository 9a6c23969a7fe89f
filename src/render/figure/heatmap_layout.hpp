#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "render/figure/heatmap.hpp"

namespace attn {

/// Sizes of letters, in pixels of the drawing.
inline constexpr int label_size = 12;
inline constexpr int number_size = 11;
inline constexpr int heading_size = 14;
/// From one line of the legend to the next.
inline constexpr int legend_line = 18;

/// About how wide a text is. Nobody knows the reader's font: of Helvetica a letter is 0.56 of its size wide.
int text_width(std::string_view text, int size);

/// Where the cells of a panel are, in whole pixels.
struct PanelLayout {
  int x = 0;
  int y = 0;
  std::vector<int> row_edges;     ///< [rows + 1], from y
  std::vector<int> column_edges;  ///< [columns + 1], from x
  bool has_row_labels = true;     ///< not where the panel to the left has the same
  bool has_column_labels = true;  ///< not where the panel above has the same

  int width() const { return column_edges.back(); }
  int height() const { return row_edges.back(); }
};

struct HeatmapLayout {
  bool has_numbers = false;  ///< these fit into the cells
  bool is_slanted = false;   ///< labels of columns stand at 45 degrees
  std::size_t row_step = 1;  ///< each row, or each 5th one, has a label
  std::size_t column_step = 1;
  int row_labels = 0;     ///< their width
  int column_labels = 0;  ///< their height
  std::vector<PanelLayout> panels;
  int bar_x = 0;
  int bar_y = 0;
  int bar_height = 0;
  int width = 0;
  int height = 0;

  bool has_row_label(const HeatmapPanel& panel, std::size_t row) const;
  bool has_column_label(const HeatmapPanel& panel, std::size_t column) const;
};

HeatmapLayout lay_out(const Heatmap& heatmap);

}  // namespace attn

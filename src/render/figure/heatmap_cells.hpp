#pragma once

#include <cstddef>
#include <vector>

#include "render/figure/heatmap.hpp"

namespace attn {

/// Where a panel stands in the grid of panels.
struct GridPlace {
  std::size_t row;
  std::size_t column;
};

/// Of each panel. Batch entries and row blocks stand below each other, heads and tiles side by side, and what
/// belongs to none of them in front. A single row is broken after a few.
std::vector<GridPlace> grid_of(const Heatmap& heatmap);

/// The sides of a cell, in pixels.
struct CellSize {
  int width;
  int height;
};

struct ChosenCell {
  CellSize size;
  bool has_number;  ///< there is room for it
};

/// The cells of all panels: with their numbers, if all of these fit.
ChosenCell choose_cell(const Heatmap& heatmap, const std::vector<GridPlace>& grid);

/// Each how manieth entry has a label, so that what takes so much room fits between them.
std::size_t label_step(int cell, int room);

}  // namespace attn

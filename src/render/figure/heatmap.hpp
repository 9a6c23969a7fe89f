#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "attn/render.hpp"
#include "render/figure/colour_scale.hpp"

namespace attn {

/// What a cell can be beside a number on the scale.
struct OffScale {
  bool hidden = false;  ///< by a mask
  bool lowest = false;  ///< -inf
  bool nan = false;
};

/// A colour that stands for one thing.
enum class LegendEntry { zero, hidden, lowest, nan };

/// One matrix of a heatmap: the cells that are shown.
struct HeatmapPanel {
  Place place;
  std::string heading;            ///< "head 1"; empty: there is one panel
  std::vector<std::size_t> rows;  ///< indices, or `gap` where some are left out
  std::vector<std::size_t> columns;
  std::vector<std::string> row_labels = {};
  std::vector<std::string> column_labels = {};  ///< none where each row is one number
  Matrix<double> values = {};                   ///< [rows, columns]; nothing to see in a gap
  std::vector<std::string> numbers = {};        ///< what is written into each cell
  std::vector<bool> hidden = {};                ///< by a mask

  OffScale off_scale(std::size_t row, std::size_t column) const;
};

/// One step of every head, batch entry or tile.
struct Heatmap {
  std::string name;     ///< of the step, as the trace has it: "weights"
  std::string heading;  ///< "weights = exp / row_sum"
  std::string title;    ///< of the problem
  std::string row_axis;
  std::string column_axis;
  std::vector<HeatmapPanel> panels = {};

  /// Weights and exponentials are parts of something; all else is on either side of 0.
  ColourScale scale() const;
  /// Nothing but 0, as in a mask that hides or shows, and what is off the scale: there is no scale to show.
  bool is_flat() const;
  /// What colours on the scale do not say.
  std::vector<LegendEntry> legend() const;

 private:
  double largest_magnitude() const;  ///< of its finite numbers
};

/// What is shown of a step, and how it is called.
HeatmapPanel panel_of(const Step& step, const Tokens& tokens, const RenderOptions& options);

}  // namespace attn

#include "render/figure/heatmap.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "render/axis_text.hpp"
#include "render/decimals.hpp"
#include "render/elision.hpp"
#include "render/figure/place_text.hpp"
#include "render/notation.hpp"
#include "render/printed_decimals.hpp"
#include "text/display.hpp"
#include "text/visible.hpp"

namespace attn {
namespace {

constexpr std::size_t most_entries = 96;
constexpr std::size_t widest_label = 16;

/// The token of each entry; its index where the axis has none: beside tokens an index would read as one.
std::vector<std::string> labels_of(const Axis& axis, const std::vector<std::size_t>& shown,
                                   const Tokens& tokens, std::size_t index_from) {
  std::vector<std::string> labels;
  for (const std::size_t i : shown) {
    if (i == gap) {
      labels.emplace_back("⋯");
      continue;
    }
    labels.push_back(has_tokens(axis, tokens) ? shortened(visible(token_of(axis, i, tokens)), widest_label)
                                              : std::to_string(axis.at(i) + index_from));
  }
  return labels;
}

std::string number_text(double value, Decimals decimals) {
  fmt::memory_buffer number;
  append_number(number, value, decimals);
  return fmt::to_string(number);
}

/// Whether a mask hides the cell of the step as it is shown.
bool is_hidden(const Step& step, std::size_t row, std::size_t column) {
  if (!step.hides) return false;
  return step.is_transposed ? step.hides(step.row_of(column), row) : step.hides(step.row_of(row), column);
}

}  // namespace

OffScale HeatmapPanel::off_scale(std::size_t row, std::size_t column) const {
  const double value = values(row, column);
  if (std::isnan(value)) return {.nan = true};
  if (hidden[row * columns.size() + column]) return {.hidden = true};
  return {.lowest = std::isinf(value) && value < 0};
}

std::vector<LegendEntry> Heatmap::legend() const {
  OffScale all;
  bool has_number = false;
  for (const HeatmapPanel& panel : panels)
    for (std::size_t r = 0; r < panel.rows.size(); ++r)
      for (std::size_t c = 0; c < panel.columns.size(); ++c) {
        if (panel.rows[r] == gap || panel.columns[c] == gap) continue;
        const OffScale cell = panel.off_scale(r, c);
        all.hidden |= cell.hidden;
        all.lowest |= cell.lowest;
        all.nan |= cell.nan;
        has_number |= !(cell.hidden || cell.lowest || cell.nan);
      }
  std::vector<LegendEntry> entries;
  if (is_flat() && has_number) entries.push_back(LegendEntry::zero);
  if (all.hidden && !all.lowest) entries.push_back(LegendEntry::hidden);
  if (all.lowest) entries.push_back(LegendEntry::lowest);
  if (all.nan) entries.push_back(LegendEntry::nan);
  return entries;
}

double Heatmap::largest_magnitude() const {
  double largest = 0;
  for (const HeatmapPanel& panel : panels)
    for (const double value : panel.values)
      if (std::isfinite(value)) largest = std::max(largest, std::fabs(value));
  return largest;
}

bool Heatmap::is_flat() const {
  return largest_magnitude() == 0;
}

ColourScale Heatmap::scale() const {
  constexpr std::array<std::string_view, 5> parts{"weights", "exp", "row_sum", "tile_sum", "correction"};
  const bool is_part = std::ranges::find(parts, name) != parts.end();
  return is_part ? ColourScale::sequential(largest_magnitude()) : ColourScale::diverging(largest_magnitude());
}

HeatmapPanel panel_of(const Step& step, const Tokens& tokens, const RenderOptions& options) {
  const std::size_t most = options.full ? gap : most_entries;
  HeatmapPanel panel{.place = step.place,
                     .heading = place_in_words(Notation(options).place(step.place)),
                     .rows = shown_indices(step.values.shape(0), most),
                     .columns = shown_indices(step.values.shape(1), most)};
  panel.row_labels = labels_of(step.axes[0], panel.rows, tokens, options.index_from);
  if (step.axes[0].name.empty()) panel.row_labels.assign(panel.rows.size(), "");
  if (step.axes.size() == 2)
    panel.column_labels = labels_of(step.axes[1], panel.columns, tokens, options.index_from);
  panel.values = xt::zeros<double>({panel.rows.size(), panel.columns.size()});
  const Decimals decimals = decimals_of(step, options);
  for (std::size_t r = 0; r < panel.rows.size(); ++r)
    for (std::size_t c = 0; c < panel.columns.size(); ++c) {
      const bool is_cell = panel.rows[r] != gap && panel.columns[c] != gap;
      if (is_cell) panel.values(r, c) = step.values(panel.rows[r], panel.columns[c]);
      panel.numbers.push_back(is_cell ? number_text(panel.values(r, c), decimals) : "");
      panel.hidden.push_back(is_cell && is_hidden(step, panel.rows[r], panel.columns[c]));
    }
  return panel;
}

}  // namespace attn

#include "render/figure/heatmap_drawing.hpp"

#include <fmt/format.h>

#include <string>
#include <utility>

#include "render/elision.hpp"
#include "render/figure/heatmap_layout.hpp"
#include "render/figure/svg_elements.hpp"

namespace attn {
namespace {

using namespace svg;

constexpr std::string_view ink = "#222222";
constexpr std::string_view faint_ink = "#666666";
constexpr std::string_view hatched = "url(#attn-hidden)";
constexpr Rgb nan_colour{0xff, 0xe6, 0x80};

class Drawing {
 public:
  explicit Drawing(const Heatmap& heatmap)
      : heatmap_(heatmap), layout_(lay_out(heatmap)), scale_(heatmap.scale()) {}

  std::string text() {
    begin();
    add_definitions();
    Xml heading = add_text(svg_, 12, 12 + heading_size - 2, "start", heatmap_.heading);
    set(heading, "font-size", heading_size);
    for (std::size_t i = 0; i < heatmap_.panels.size(); ++i) add_panel(heatmap_.panels[i], layout_.panels[i]);
    if (!heatmap_.is_flat()) add_bar();
    add_legend();
    struct Text : pugi::xml_writer {
      std::string text;
      void write(const void* data, std::size_t size) override {
        text.append(static_cast<const char*>(data), size);
      }
    } written;
    document_.save(written, " ", pugi::format_indent | pugi::format_no_declaration);
    return std::move(written.text);
  }

 private:
  void begin() {
    svg_ = document_.append_child("svg");
    set(svg_, "xmlns", "http://www.w3.org/2000/svg");
    set(svg_, "width", layout_.width);
    set(svg_, "height", layout_.height);
    set(svg_, "viewBox", fmt::format("0 0 {} {}", layout_.width, layout_.height));
    set(svg_, "role", "img");
    set(svg_, "font-family", "Helvetica, Arial, 'Liberation Sans', 'DejaVu Sans', sans-serif");
    set(svg_, "fill", ink);
    const std::string of = heatmap_.title.empty() ? "" : ": " + heatmap_.title;
    svg_.append_child("title").text() = (heatmap_.heading + of).c_str();
    svg_.append_child("desc").text() = description().c_str();
    add_box(svg_, {0, 0, layout_.width, layout_.height}, "#ffffff");
  }

  std::string description() const {
    const HeatmapPanel& first = heatmap_.panels.front();
    std::string text = fmt::format("Heatmap of a {} × {} matrix", first.rows.size(), first.columns.size());
    if (heatmap_.panels.size() > 1) text += fmt::format(" and {} more", heatmap_.panels.size() - 1);
    if (heatmap_.is_flat()) return text + ".";
    if (scale_.is_diverging())
      return text + fmt::format(". Colours from {:.6g}, red, over 0, white, to {:.6g}, blue.", scale_.low(),
                                scale_.high());
    return text + fmt::format(". Colours from 0, white, to {:.6g}, dark blue.", scale_.high());
  }

  /// Ids are the same for the same thing, so that several drawings can stand in one page.
  std::string gradient_id() const { return scale_.is_diverging() ? "attn-diverging" : "attn-sequential"; }

  void add_definitions() {
    Xml definitions = svg_.append_child("defs");
    Xml hatch = definitions.append_child("pattern");
    set(hatch, "id", "attn-hidden");
    set(hatch, "width", 5);
    set(hatch, "height", 5);
    set(hatch, "patternUnits", "userSpaceOnUse");
    set(hatch, "patternTransform", "rotate(45)");
    add_box(hatch, {0, 0, 5, 5}, "#f2f2f2");
    add_box(hatch, {0, 0, 1, 5}, "#a0a0a0");
    Xml gradient = definitions.append_child("linearGradient");
    set(gradient, "id", gradient_id());
    for (const auto& [name, value] : {std::pair("x1", "0"), {"y1", "1"}, {"x2", "0"}, {"y2", "0"}})
      set(gradient, name, value);
    const auto stops = scale_.stops();
    for (std::size_t i = 0; i < stops.size(); ++i) {
      Xml stop = gradient.append_child("stop");
      set(stop, "offset",
          fmt::format("{:.4g}%", 100 * static_cast<double>(i) / static_cast<double>(stops.size() - 1)));
      set(stop, "stop-color", hex(stops[i]));
    }
  }

  void add_panel(const HeatmapPanel& panel, const PanelLayout& at) {
    Xml group = svg_.append_child("g");
    if (!panel.heading.empty())
      set(add_text(group, at.x, heading_line(at), "start", panel.heading), "font-size", label_size);
    if (at.has_column_labels) add_column_labels(group, panel, at);
    if (at.has_row_labels) add_row_labels(group, panel, at);
    add_cells(group, panel, at);
    add_frame(group, {at.x, at.y, at.width(), at.height()});
  }

  int heading_line(const PanelLayout& at) const {
    return at.y - 6 - (at.has_column_labels ? layout_.column_labels + label_size + 6 : 0);
  }

  static int centre(const std::vector<int>& edges, std::size_t i) { return (edges[i] + edges[i + 1]) / 2; }

  void add_column_labels(Xml panel_group, const HeatmapPanel& panel, const PanelLayout& at) {
    Xml axis = add_text(panel_group, at.x + at.width() / 2, at.y - 6 - layout_.column_labels, "middle",
                        heatmap_.column_axis);
    set(axis, "font-size", label_size);
    set(axis, "font-style", "italic");
    set(axis, "fill", faint_ink);
    Xml labels = add_group(panel_group, label_size, ink);
    for (std::size_t c = 0; c < panel.columns.size(); ++c) {
      if (!layout_.has_column_label(panel, c)) continue;
      const int x = at.x + centre(at.column_edges, c);
      if (!layout_.is_slanted || panel.columns[c] == gap) {
        add_text(labels, x, at.y - 6, "middle", panel.column_labels[c]);
        continue;
      }
      Xml text = add_text(labels, x + 4, at.y - 6, "start", panel.column_labels[c]);
      set(text, "transform", fmt::format("rotate(-45 {} {})", x + 4, at.y - 6));
    }
  }

  void add_row_labels(Xml panel_group, const HeatmapPanel& panel, const PanelLayout& at) {
    const int x = at.x - 14 - layout_.row_labels;
    const int y = at.y + at.height() / 2;
    Xml axis = add_text(panel_group, x, y, "middle", heatmap_.row_axis);
    set(axis, "transform", fmt::format("rotate(-90 {} {})", x, y));
    set(axis, "font-size", label_size);
    set(axis, "font-style", "italic");
    set(axis, "fill", faint_ink);
    Xml labels = add_group(panel_group, label_size, ink);
    for (std::size_t r = 0; r < panel.rows.size(); ++r) {
      if (!layout_.has_row_label(panel, r)) continue;
      add_text(labels, at.x - 6, middle(at.y + centre(at.row_edges, r), label_size), "end",
               panel.rows[r] == gap ? "⋮" : panel.row_labels[r]);
    }
  }

  void add_cells(Xml panel_group, const HeatmapPanel& panel, const PanelLayout& at) {
    Xml cells = panel_group.append_child("g");
    set(cells, "shape-rendering", "crispEdges");
    Xml numbers = panel_group.append_child("g");
    set(numbers, "font-size", number_size);
    set(numbers, "text-anchor", "middle");
    for (std::size_t r = 0; r < panel.rows.size(); ++r)
      for (std::size_t c = 0; c < panel.columns.size(); ++c) {
        if (panel.rows[r] == gap || panel.columns[c] == gap) continue;
        const Box box{at.x + at.column_edges[c], at.y + at.row_edges[r],
                      at.column_edges[c + 1] - at.column_edges[c], at.row_edges[r + 1] - at.row_edges[r]};
        const std::size_t i = r * panel.columns.size() + c;
        const OffScale off = panel.off_scale(r, c);
        const bool is_hatched = off.hidden || off.lowest;
        const Rgb colour = off.nan ? nan_colour : scale_.colour(panel.values(r, c));
        Xml cell = add_box(cells, box, is_hatched ? hatched : hex(colour));
        if (layout_.has_numbers) set(cell, "stroke", "#ffffff");
        if (layout_.has_numbers && !is_hatched) add_number(numbers, box, panel.numbers[i], ink_on(colour));
      }
    if (!layout_.has_numbers) panel_group.remove_child(numbers);
  }

  static void add_number(Xml numbers, const Box& box, const std::string& number, const Rgb& colour) {
    Xml text = add_text(numbers, box.x + box.width / 2, middle(box.y + box.height / 2, number_size), "start",
                        number);
    set(text, "fill", hex(colour));
  }

  void add_bar() {
    const Box bar{layout_.bar_x, layout_.bar_y, 14, layout_.bar_height};
    add_box(svg_, bar, fmt::format("url(#{})", gradient_id()));
    add_frame(svg_, bar);
    Xml labels = add_group(svg_, label_size, ink);
    const auto ticks = scale_.ticks();
    for (std::size_t i = 0; i < ticks.size(); ++i) {
      const auto from_below = static_cast<int>(i) * bar.height / static_cast<int>(ticks.size() - 1);
      const int y = bar.y + bar.height - from_below;
      add_box(labels, {bar.x + bar.width, y, 4, 1}, "#444444");
      add_text(labels, bar.x + bar.width + 7, middle(y, label_size), "start",
               fmt::format("{:.6g}", ticks[i]));
    }
  }

  void add_legend() {
    int y = heatmap_.is_flat() ? layout_.bar_y : layout_.bar_y + layout_.bar_height + label_size;
    Xml group = add_group(svg_, label_size, ink);
    for (const LegendEntry entry : heatmap_.legend()) {
      const auto [paint, meaning] = legend_texts(entry);
      const Box sample{layout_.bar_x, y, 14, 12};
      add_box(group, sample, paint);
      add_frame(group, sample);
      add_text(group, sample.x + 21, y + 10, "start", meaning);
      y += legend_line;
    }
    if (!group.first_child()) svg_.remove_child(group);
  }

  /// Its paint and its meaning.
  std::pair<std::string, const char*> legend_texts(LegendEntry entry) const {
    switch (entry) {
      case LegendEntry::zero:
        return {hex(scale_.colour(0)), "0"};
      case LegendEntry::hidden:
        return {std::string(hatched), "hidden"};
      case LegendEntry::lowest:
        return {std::string(hatched), "-inf"};
      case LegendEntry::nan:
        return {hex(nan_colour), "nan"};
    }
    return {};
  }

  const Heatmap& heatmap_;
  HeatmapLayout layout_;
  ColourScale scale_;
  pugi::xml_document document_;
  Xml svg_;
};

}  // namespace

std::string draw(const Heatmap& heatmap) {
  return Drawing(heatmap).text();
}

}  // namespace attn

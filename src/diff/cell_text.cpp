#include "diff/cell_text.hpp"

#include <fmt/format.h>

#include <cmath>

#include "check/cells.hpp"
#include "text/visible.hpp"

namespace attn {

namespace {

std::size_t begin_of(const StoredStep& step, std::size_t axis) {
  return axis < step.axes.size() ? step.axes[axis].begin : 0;
}

/// As axes of the whole matrix, which begins at 0.
Axes whole_axes(const StoredStep& step) {
  Axes axes;
  for (const StoredAxis& axis : step.axes) axes.push_back({axis.name, axis.size, 0});
  if (axes.empty()) axes.push_back({"", step.values.shape(0), 0});
  if (step.axes.empty() && step.values.shape(1) != 1) axes.push_back({"", step.values.shape(1), 0});
  return axes;
}

}  // namespace

std::string cell_of(const StoredStep& step, std::size_t row, std::size_t column) {
  return shown(step.id) + cell_index(whole_axes(step), begin_of(step, 0) + row, begin_of(step, 1) + column);
}

std::string cell_in_words(const StoredTrace& trace, const StoredStep& step, std::size_t row,
                          std::size_t column) {
  return cell_name(whole_axes(step), begin_of(step, 0) + row, begin_of(step, 1) + column, trace.tokens);
}

std::string label_of(const StoredTrace& trace, const StoredStep& step, std::size_t axis, std::size_t index) {
  const std::size_t whole = begin_of(step, axis) + index;
  const std::string_view name = axis < step.axes.size() ? std::string_view(step.axes[axis].name) : "";
  const std::vector<std::string>& tokens = name == "query" ? trace.tokens.query : trace.tokens.key;
  if ((name != "query" && name != "key") || whole >= tokens.size()) return fmt::format("{}", whole);
  return fmt::format("{} {}", whole, shown(tokens[whole], 20));
}

std::string distance_text(double value) {
  return value == 0 || !std::isfinite(value) ? number_text(value) : fmt::format("{:.1e}", value);
}

}  // namespace attn

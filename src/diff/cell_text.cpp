#include "diff/cell_text.hpp"

#include <fmt/format.h>

#include <cmath>

#include "text/visible.hpp"

namespace attn {

namespace {

std::size_t begin_of(const StoredStep& step, std::size_t axis) {
  return axis < step.axes.size() ? step.axes[axis].begin : 0;
}

bool is_column(const StoredStep& step) {
  return step.axes.empty() ? step.values.shape(1) == 1 : step.axes.size() == 1;
}

const std::string* token_of(const StoredTrace& trace, const StoredStep& step, std::size_t axis,
                            std::size_t index) {
  if (axis >= step.axes.size()) return nullptr;
  const std::string& name = step.axes[axis].name;
  const std::vector<std::string>& tokens = name == "query" ? trace.tokens.query : trace.tokens.key;
  return (name == "query" || name == "key") && index < tokens.size() ? &tokens[index] : nullptr;
}

}  // namespace

std::string cell_name(const StoredStep& step, std::size_t row, std::size_t column) {
  const std::size_t i = begin_of(step, 0) + row;
  if (is_column(step)) return fmt::format("{}[{}]", shown(step.id), i);
  return fmt::format("{}[{}, {}]", shown(step.id), i, begin_of(step, 1) + column);
}

std::string label_of(const StoredTrace& trace, const StoredStep& step, std::size_t axis, std::size_t index) {
  const std::size_t whole = begin_of(step, axis) + index;
  const std::string* token = token_of(trace, step, axis, whole);
  return token ? fmt::format("{} {}", whole, shown(*token, 20)) : fmt::format("{}", whole);
}

std::string cell_in_words(const StoredTrace& trace, const StoredStep& step, std::size_t row,
                          std::size_t column) {
  std::string words;
  for (std::size_t axis = 0; axis < step.axes.size(); ++axis)
    words += fmt::format("{}{} {}", words.empty() ? "" : ", ", shown(step.axes[axis].name),
                         label_of(trace, step, axis, axis == 0 ? row : column));
  return words;
}

std::string number_text(double value) {
  return std::isnan(value) ? "nan" : fmt::format("{}", value);
}

std::string distance_text(double value) {
  return value == 0 || !std::isfinite(value) ? number_text(value) : fmt::format("{:.1e}", value);
}

}  // namespace attn

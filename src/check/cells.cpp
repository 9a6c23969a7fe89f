#include "check/cells.hpp"

#include <fmt/format.h>

#include <cmath>
#include <vector>

#include "text/visible.hpp"

namespace attn {

namespace {

/// "query sat"; empty where the entries of that axis have no names.
std::string token_of(const Axis& axis, std::size_t index, const Tokens& tokens) {
  const std::vector<std::string>& names = axis.name == "query" ? tokens.query : tokens.key;
  if ((axis.name != "query" && axis.name != "key") || axis.begin + index >= names.size()) return "";
  return fmt::format("{} {}", axis.name, shown(names[axis.begin + index]));
}

}  // namespace

std::string cell_index(const Axes& axes, std::size_t row, std::size_t column) {
  if (axes.size() < 2) return fmt::format("[{}]", row);
  return fmt::format("[{},{}]", row, column);
}

std::string cell_name(const Axes& axes, std::size_t row, std::size_t column, const Tokens& tokens) {
  const std::string query = token_of(axes[0], row, tokens);
  const std::string key = axes.size() > 1 ? token_of(axes[1], column, tokens) : "";
  std::string name = cell_index(axes, row, column);
  if (query.empty() && key.empty()) return name;
  return fmt::format("{} ({}{}{})", name, query, query.empty() || key.empty() ? "" : ", ", key);
}

std::string number_text(double value) {
  return std::isnan(value) ? "nan" : fmt::format("{}", value);
}

}  // namespace attn

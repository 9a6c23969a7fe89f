#include "trace/selects.hpp"

#include <algorithm>

namespace attn {

namespace {

bool contains(const auto& list, const auto& item) {
  return std::ranges::find(list, item) != list.end();
}

bool selects_index(const std::vector<std::size_t>& indices, const std::optional<std::size_t>& index) {
  return indices.empty() || !index || contains(indices, *index);
}

}  // namespace

bool contains_index(const std::vector<Range>& ranges, std::size_t index) {
  return std::ranges::any_of(ranges,
                             [&](const Range& range) { return index >= range.begin && index < range.end; });
}

const Axis* query_axis(const Axes& axes) {
  const auto found = std::ranges::find(axes, "query", &Axis::name);
  return found == axes.end() ? nullptr : &*found;
}

bool selects(const Selection& selection, std::string_view name, const Place& place) {
  if (!selects_index(selection.batches, place.batch) || !selects_index(selection.heads, place.head))
    return false;
  return selection.steps.empty() || contains(selection.steps, name) ||
         contains(selection.steps, id_of(name, place));
}

bool selects_rows(const Selection& selection, const Axis& queries) {
  if (selection.rows.empty()) return true;
  if (queries.size == 0) return contains_index(selection.rows, queries.begin);
  for (std::size_t i = 0; i < queries.size; ++i)
    if (contains_index(selection.rows, queries.at(i))) return true;
  return false;
}

}  // namespace attn

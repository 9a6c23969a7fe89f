#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>
#include <utility>
#include <vector>

#include "attn/error.hpp"
#include "attn/trace.hpp"
#include "text/visible.hpp"
#include "trace/check_step.hpp"
#include "trace/selects.hpp"
#include "trace/with_values.hpp"

namespace attn {
namespace {

using Index = std::optional<std::size_t>;

/// A coordinate of an id: present only where there are several, and then one of these.
void check_coordinate(std::string_view where, std::string_view what, const Index& index, std::size_t count,
                      std::size_t from) {
  if (!index || (count > 1 && *index < count)) return;
  if (count == 1)
    throw InputError(fmt::format("{}: the problem has one {}, so ids don't name it", where, what));
  throw InputError(fmt::format("{}: the problem has {} {}, expected {} {} to {}", where, count,
                               what == "head" ? "heads" : "batch entries", what, from, count - 1 + from));
}

void check_indices(std::string_view what, const std::vector<std::size_t>& indices, std::size_t count,
                   std::size_t from) {
  for (const std::size_t index : indices)
    if (index >= count)
      throw InputError(fmt::format("there is no {} {} to show: the problem has {}, numbered from {}", what,
                                   index + from, count, from));
}

void check_rows(const Range& rows, std::size_t n_q, std::size_t from) {
  if (rows.begin < rows.end && rows.end <= n_q) return;
  if (from == 0)
    throw InputError(fmt::format("there are no rows {}:{} to show: n_q is {}, and the end is not included",
                                 rows.begin, rows.end, n_q));
  throw InputError(fmt::format("there are no rows {}:{} to show: n_q is {}, counted from {}",
                               rows.begin + from, rows.end + from - 1, n_q, from));
}

using Entries = std::vector<std::size_t>;

Entries entries_in(const std::vector<Range>& rows, const Axis& axis) {
  Entries entries;
  for (std::size_t i = 0; i < axis.size; ++i)
    if (contains_index(rows, axis.at(i))) entries.push_back(i);
  return entries;
}

bool have_gaps(const Entries& entries) {
  return !entries.empty() && entries.back() - entries.front() + 1 != entries.size();
}

Axis cut(const Axis& axis, const Entries& entries) {
  Axis part{axis.name, entries.size(), entries.empty() ? axis.begin : axis.at(entries.front())};
  if (have_gaps(entries))
    for (const std::size_t entry : entries) part.picked.push_back(axis.at(entry));
  return part;
}

Matrix<double> cut(const Matrix<double>& values, std::size_t dimension, const Entries& entries) {
  std::array<std::size_t, 2> shape{values.shape(0), values.shape(1)};
  shape[dimension] = entries.size();
  Matrix<double> part = xt::empty<double>(shape);
  for (std::size_t i = 0; i < shape[0]; ++i)
    for (std::size_t j = 0; j < shape[1]; ++j)
      part(i, j) = dimension == 0 ? values(entries[i], j) : values(i, entries[j]);
  return part;
}

}  // namespace

void check_step(const std::string& id, const Sizes& sizes, const Naming& naming, std::string_view option) {
  const auto where = [&](const std::string& step) {
    return fmt::format("{}step \"{}\"", option, visible(step));
  };
  // What is no id is shown as it is; an id as it is printed.
  Naming().meant_id(id, where(id));
  const Place place = parse_id(id).place;
  const std::string shown = where(naming.id(id));
  check_coordinate(shown, "batch entry", place.batch, sizes.batch, naming.index_from);
  check_coordinate(shown, "head", place.head, sizes.heads, naming.index_from);
}

void Selection::check(const Sizes& sizes, const Naming& naming) const {
  for (const auto& step : steps) check_step(step, sizes, naming, "");
  check_indices("batch entry", batches, sizes.batch, naming.index_from);
  check_indices("head", heads, sizes.heads, naming.index_from);
  for (const Range& range : rows) check_rows(range, sizes.n_q, naming.index_from);
}

bool SelectingSink::wants(std::string_view name, const Place& place) const {
  return selects(selection_, name, place) && next_.wants(name, place);
}

void SelectingSink::step(const Step& step) {
  const Axis* const axis = query_axis(step.axes);
  if (selection_.rows.empty() || !axis) return next_.step(step);
  if (!selects_rows(selection_, *axis)) return;
  const Entries entries = entries_in(selection_.rows, *axis);
  const auto dimension = static_cast<std::size_t>(axis - step.axes.data());
  const Matrix<double> values = cut(step.values, dimension, entries);
  const Matrix<double> bound = step.bound ? cut(*step.bound, dimension, entries) : Matrix<double>();
  Step part = with_values(step, values, step.bound ? &bound : nullptr);
  if (dimension == 0 && !entries.empty()) part.first_row += entries.front();
  if (dimension == 0 && have_gaps(entries))
    for (const std::size_t entry : entries) part.kept_rows.push_back(step.row_of(entry));
  part.axes[dimension] = cut(*axis, entries);
  next_.step(part);
}

}  // namespace attn

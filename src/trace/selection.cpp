#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "attn/error.hpp"
#include "attn/trace.hpp"
#include "text/suggest.hpp"
#include "text/visible.hpp"
#include "trace/with_values.hpp"

namespace attn {
namespace {

using Index = std::optional<std::size_t>;

bool contains(const auto& list, const auto& item) {
  return std::find(list.begin(), list.end(), item) != list.end();
}

[[noreturn]] void refuse(std::string_view step, std::string_view why) {
  throw InputError(fmt::format("step \"{}\": {}", visible(step), why));
}

void check_name(std::string_view step, std::string_view name) {
  std::vector<std::string_view> known;
  for (const auto& step_name : step_names()) known.push_back(step_name.name);
  if (contains(known, name)) return;
  const auto meant = closest(name, known);
  const std::string place(step.substr(0, step.size() - name.size()));
  refuse(step, meant ? fmt::format("there is no such step; did you mean \"{}\"?", visible(place + *meant))
                     : "there is no such step; \"attn-calc list steps\" shows all");
}

/// A coordinate of an id: present only where there are several, and then one of these.
void check_coordinate(std::string_view step, std::string_view what, const Index& index, std::size_t count) {
  if (!index) return;
  if (count == 1) refuse(step, fmt::format("the problem has one {0}, so ids don't name it", what));
  if (*index >= count)
    refuse(step, fmt::format("the problem has {} {}, expected {} 0 to {}", count,
                             what == "head" ? "heads" : "batch entries", what, count - 1));
}

void check_step(std::string_view step, const Sizes& sizes) {
  const auto [name, place] = parse_id(step);
  check_name(step, name);
  if (id_of(name, place) != step)
    refuse(step, fmt::format("expected a place such as \"batch0.head1.tile0,2.\" in front of {}", name));
  check_coordinate(step, "batch entry", place.batch, sizes.batch);
  check_coordinate(step, "head", place.head, sizes.heads);
}

void check_indices(std::string_view what, const std::vector<std::size_t>& indices, std::size_t count) {
  for (const std::size_t index : indices)
    if (index >= count)
      throw InputError(
          fmt::format("there is no {} {} to show: the problem has {}, numbered from 0", what, index, count));
}

void check_rows(const Range& rows, std::size_t n_q) {
  if (rows.begin < rows.end && rows.end <= n_q) return;
  throw InputError(fmt::format("there are no rows {}:{} to show: n_q is {}, and the end is not included",
                               rows.begin, rows.end, n_q));
}

bool selects(const std::vector<std::size_t>& indices, const Index& index) {
  return indices.empty() || !index || contains(indices, *index);
}

/// The part of `axis` that lies in `rows`. An empty axis (of a skipped tile) belongs where it begins.
std::optional<Range> overlap(const Axis& axis, const Range& rows) {
  const Range common{std::max(axis.begin, rows.begin), std::min(axis.begin + axis.size, rows.end)};
  if (common.begin < common.end) return common;
  if (axis.size == 0 && axis.begin >= rows.begin && axis.begin < rows.end)
    return Range{axis.begin, axis.begin};
  return std::nullopt;
}

Matrix<double> cut(const Matrix<double>& values, std::size_t dimension, const Range& kept) {
  if (dimension == 0) return block_of(values, kept, {0, values.shape(1)});
  return block_of(values, {0, values.shape(0)}, kept);
}

}  // namespace

void Selection::check(const Sizes& sizes) const {
  for (const auto& step : steps) check_step(step, sizes);
  check_indices("batch entry", batches, sizes.batch);
  check_indices("head", heads, sizes.heads);
  if (rows) check_rows(*rows, sizes.n_q);
}

bool SelectingSink::wants(std::string_view name, const Place& place) const {
  if (!selects(selection_.batches, place.batch) || !selects(selection_.heads, place.head)) return false;
  const bool named = selection_.steps.empty() || contains(selection_.steps, name) ||
                     contains(selection_.steps, id_of(name, place));
  return named && next_.wants(name, place);
}

void SelectingSink::step(const Step& step) {
  const auto is_query = [](const Axis& axis) { return axis.name == "query"; };
  const auto axis = std::find_if(step.axes.begin(), step.axes.end(), is_query);
  if (!selection_.rows || axis == step.axes.end()) return next_.step(step);
  const auto rows = overlap(*axis, *selection_.rows);
  if (!rows) return;
  const auto dimension = static_cast<std::size_t>(axis - step.axes.begin());
  const Range kept{rows->begin - axis->begin, rows->end - axis->begin};
  const Matrix<double> values = cut(step.values, dimension, kept);
  const Matrix<double> bound = step.bound ? cut(*step.bound, dimension, kept) : Matrix<double>();
  Step part = with_values(step, values, step.bound ? &bound : nullptr);
  if (dimension == 0) part.first_row += kept.begin;
  part.axes[dimension] = {axis->name, rows->size(), rows->begin};
  next_.step(part);
}

}  // namespace attn

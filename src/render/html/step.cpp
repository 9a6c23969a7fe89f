#include "render/html/step.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <optional>
#include <vector>

#include "attn/number.hpp"
#include "formula/mathml.hpp"
#include "formula/value.hpp"
#include "render/decimals.hpp"
#include "render/elision.hpp"
#include "render/html/formula.hpp"
#include "render/json/text.hpp"
#include "text/visible.hpp"

namespace attn {

namespace {

using Buffer = fmt::memory_buffer;

constexpr std::size_t whole_cells = 4096;  // what has no more cells, and no axis of more than 256, is whole
constexpr std::size_t large = 1024;        // cells

void append_key(Buffer& out, std::string_view name) {
  fmt::format_to(fmt::appender(out), ",\"{}\":", name);
}

void append_integer(Buffer& out, std::size_t value) {
  append_json_integer(out, value);
}

void append_place(Buffer& out, const Place& place) {
  append_key(out, "batch");
  append_json_optional(out, place.batch, append_integer);
  append_key(out, "head");
  append_json_optional(out, place.head, append_integer);
  append_key(out, "tile");
  std::vector<std::size_t> tile;
  if (place.tile_row) tile.push_back(*place.tile_row);
  if (place.tile_row && place.tile_col) tile.push_back(*place.tile_col);
  if (tile.empty()) return append_text(out, "null");
  append_json_list(out, tile, append_integer);
}

void append_range(Buffer& out, const Range& range) {
  fmt::format_to(fmt::appender(out), "[{},{}]", range.begin, range.end);
}

void append_operand(Buffer& out, const StepOperand& operand) {
  append_text(out, "{\"id\":");
  append_json_string(out, operand.id);
  append_key(out, "rows");
  append_json_optional(out, operand.rows, append_range);
  append_key(out, "columns");
  append_json_optional(out, operand.columns, append_range);
  append_text(out, "}");
}

void append_axis(Buffer& out, const Axis& axis) {
  append_text(out, "{\"name\":");
  append_json_string(out, axis.name);
  fmt::format_to(fmt::appender(out), ",\"size\":{},\"begin\":{}}}", axis.size, axis.begin);
}

/// A step's axes with tokens as rows, whatever way round it is shown.
Axes computed_axes(const Step& step) {
  if (!step.is_transposed) return step.axes;
  Axes axes(step.axes.rbegin(), step.axes.rend());
  std::erase_if(axes, [](const Axis& axis) { return axis.name.empty(); });
  return axes;
}

Matrix<double> computed_values(const Step& step) {
  if (!step.is_transposed) return step.values;
  return xt::transpose(step.values);
}

/// Of an axis the entries that are carried, where the other one has so many.
std::vector<std::size_t> carried_entries(std::size_t size, std::size_t others) {
  return shown_indices(size,
                       std::clamp<std::size_t>(whole_cells / std::max<std::size_t>(others, 1), 64, 256));
}

/// How many first and last indices there are around the gap; nothing where there is none.
void append_ends(Buffer& out, std::string_view key, const std::vector<std::size_t>& shown) {
  const auto cut = std::ranges::find(shown, gap);
  if (cut == shown.end()) return;
  append_key(out, key);
  append_range(
      out, {static_cast<std::size_t>(cut - shown.begin()), static_cast<std::size_t>(shown.end() - cut - 1)});
}

bool same_bits(double a, double b) {
  return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b) || (a != a && b != b);
}

}  // namespace

void PageSteps::append(Buffer& out, const Step& step) {
  append_text(out, "{\"id\":");
  append_json_string(out, step.id);
  append_key(out, "name");
  append_json_string(out, step.name);
  append_place(out, step.place);
  append_key(out, "op");
  append_json_string(out, step.op);
  append_key(out, "operands");
  append_json_list(out, step.operands, append_operand);
  append_key(out, "axes");
  append_json_list(out, computed_axes(step), append_axis);
  append_about(out, step);
  append_shared(out, "equation", formula_json(step.equation));
  append_shared(out, "math", equation_mathml(step, notation_));
  if (!step.note.empty()) {
    append_key(out, "note");
    append_json_string(out, visible(notation_.note(step)));
  }
  if (!step.empty_rows.empty()) {
    append_key(out, "empty_rows");
    append_json_list(out, step.empty_rows, append_integer);
  }
  if (step.first_row != 0) {
    append_key(out, "first_row");
    append_integer(out, step.first_row);
  }
  append_values(out, step);
  append_text(out, "}");
}

void PageSteps::append_about(Buffer& out, const Step& step) {
  if (!about_.emplace(step.name, about_.size()).second) return;
  const auto row = std::ranges::find(step_names(), step.name, &StepName::name);
  const Symbol symbol = notation_.symbol(step.name);
  append_key(out, "about");
  append_text(out, "{\"label\":");
  append_json_string(out, notation_.name(step.name));
  append_key(out, "title");
  append_json_string(out, row == step_names().end() ? "" : row->title);
  append_key(out, "symbol");
  append_text(out, "{\"base\":");
  append_json_string(out, symbol.base);
  append_key(out, "subscript");
  append_json_string(out, symbol.subscript);
  fmt::format_to(fmt::appender(out), ",\"tilde\":{}}}}}", symbol.has_tilde);
}

void PageSteps::append_shared(Buffer& out, std::string_view key, std::string text) {
  auto& numbers = shared_[std::string(key)];
  append_key(out, key);
  const auto [place, is_new] = numbers.emplace(std::move(text), numbers.size());
  if (is_new)
    append_text(out, place->first);
  else
    append_integer(out, place->second);
}

void PageSteps::append_values(Buffer& out, const Step& step) {
  const Matrix<double> values = computed_values(step);
  const bool is_cut = !options_.full;
  const auto rows =
      is_cut ? carried_entries(values.shape(0), values.shape(1)) : shown_indices(values.shape(0), gap);
  const auto columns =
      is_cut ? carried_entries(values.shape(1), values.shape(0)) : shown_indices(values.shape(1), gap);
  const bool is_whole = left_out(values.shape(0), rows) + left_out(values.shape(1), columns) == 0;
  append_ends(out, "rows", rows);
  append_ends(out, "columns", columns);
  const Decimals decimals = decimals_for(values, options_.decimals.of(step.id));
  append_key(out, "decimals");
  fmt::format_to(fmt::appender(out), "[{},{}]", decimals.count, decimals.scientific);
  const bool is_calculated = is_whole && values.size() > large && is_calculated_by_page(step, values);
  carried_[step.id] = {step.first_row, values.shape(0), values.shape(1), is_whole};
  if (is_calculated) return;
  append_key(out, "written");
  char before = '[';
  for (const std::size_t r : rows)
    for (const std::size_t c : columns) {
      if (r == gap || c == gap) continue;
      out.push_back(std::exchange(before, ','));
      write_number(out, values(r, c));
    }
  append_text(out, before == '[' ? "[]" : "]");
}

/// Whether the page has every cell of an operand.
bool PageSteps::carries(const StepOperand& operand) const {
  const auto step = carried_.find(operand.id);
  if (step == carried_.end() || !step->second.is_whole || operand.axes.empty()) return false;
  const Carried& there = step->second;
  const std::size_t rows = operand.axes[0].size;
  const std::size_t columns = operand.axes.size() > 1 ? operand.axes[1].size : 1;
  const std::size_t row = operand.rows ? operand.rows->begin : 0;
  const std::size_t column = operand.columns ? operand.columns->begin : 0;
  return row >= there.first_row && row + rows <= there.first_row + there.rows &&
         column + columns <= there.columns;
}

/// Whether the page, calculating the equation, gets the same bits: most numbers of a large trace need not be
/// written then.
bool PageSteps::is_calculated_by_page(const Step& step, const Matrix<double>& values) const {
  if (!step.equation || !is_reproducible(*step.equation)) return false;
  if (!std::ranges::all_of(step.operands, [&](const auto& operand) { return carries(operand); }))
    return false;
  for (std::size_t r = 0; r < values.shape(0); ++r)
    for (std::size_t c = 0; c < values.shape(1); ++c)
      if (!same_bits(values(r, c), value_of(*step.equation, r + step.first_row, c, step.operand_value)))
        return false;
  return true;
}

}  // namespace attn

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
#include "render/printed_decimals.hpp"
#include "text/visible.hpp"

namespace attn {

namespace {

using Buffer = fmt::memory_buffer;

constexpr std::size_t whole_cells = 4096;  // what has no more cells, and no axis of more than 256, is whole

// A page of many tiles has thousands of steps.
constexpr JsonLayout dense{.between = ",", .colon = ":"};

void add_place(ObjectWriter& step, const Place& place) {
  if (place.batch) step.add("batch", *place.batch);
  if (place.head) step.add("head", *place.head);
  if (const auto tile = tile_numbers(place)) step.add("tile", *tile);
}

std::string axes_json(const Axes& axes) {
  Buffer out;
  append_json_list(out, axes, [](Buffer& o, const Axis& axis) {
    ObjectWriter object(o, dense);
    object.add("name", axis.name);
    object.add("size", axis.size);
    object.add("begin", axis.begin);
    object.close();
  });
  return fmt::to_string(out);
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
void add_ends(ObjectWriter& step, std::string_view key, const std::vector<std::size_t>& shown) {
  const auto cut = std::ranges::find(shown, gap);
  if (cut == shown.end()) return;
  step.add(key, Range{static_cast<std::size_t>(cut - shown.begin()),
                      static_cast<std::size_t>(shown.end() - cut - 1)});
}

bool same_bits(double a, double b) {
  return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b) || (a != a && b != b);
}

/// What is carried, row by row: of a matrix in which all cells are the same, one of them.
void append_written(Buffer& out, const Matrix<double>& values, const std::vector<std::size_t>& rows,
                    const std::vector<std::size_t>& columns) {
  const auto is_first = [&](double value) { return same_bits(value, values(0, 0)); };
  const bool is_one_number = values.size() > 0 && std::ranges::all_of(values.storage(), is_first);
  char before = '[';
  for (const std::size_t r : rows)
    for (const std::size_t c : columns) {
      if (r == gap || c == gap) continue;
      if (is_one_number && before == ',') continue;
      out.push_back(std::exchange(before, ','));
      write_number(out, values(r, c));
    }
  append_text(out, before == '[' ? "[]" : "]");
}

}  // namespace

void PageSteps::append(Buffer& out, const Step& step) {
  ObjectWriter object(out, dense);
  object.add("name", step.name);
  add_place(object, step.place);
  object.add_list("operands", step.operands,
                  [&](Buffer& o, const StepOperand& operand) { append_operand(o, operand); });
  add_shared(object, "axes", axes_json(computed_axes(step)));
  add_shared(object, "equation", formula_json(step.equation));
  add_shared(object, "math", equation_mathml(step, notation_));
  if (!step.note.empty()) object.add("note", visible(notation_.note(step)));
  if (!step.empty_rows.empty()) object.add("empty_rows", step.empty_rows);
  if (step.first_row != 0) object.add("first_row", step.first_row);
  if (step.rounded_to) object.add("rounded_to", step.rounded_to->count);
  add_values(object, step);
  object.close();
}

/// By the number of its step, or the name of one that the page does not have.
void PageSteps::append_operand(Buffer& out, const StepOperand& operand) const {
  ObjectWriter object(out, dense);
  if (const auto step = carried_.find(operand.id); step != carried_.end()) {
    object.add("step", step->second.number);
  } else {
    const StepId of = parse_id(operand.id);
    object.add("id", notation_.id(of.name, of.place));
  }
  if (operand.rows) object.add("rows", *operand.rows);
  if (operand.columns) object.add("columns", *operand.columns);
  object.close();
}

void PageSteps::add_shared(ObjectWriter& object, std::string_view key, std::string text) {
  auto& numbers = shared_[std::string(key)];
  const auto [place, is_new] = numbers.emplace(std::move(text), numbers.size());
  if (is_new)
    append_text(object.key(key), place->first);
  else
    object.add(key, place->second);
}

void PageSteps::add_values(ObjectWriter& object, const Step& step) {
  const Matrix<double> values = computed_values(step);
  const bool is_cut = !options_.full;
  const auto rows =
      is_cut ? carried_entries(values.shape(0), values.shape(1)) : shown_indices(values.shape(0), gap);
  const auto columns =
      is_cut ? carried_entries(values.shape(1), values.shape(0)) : shown_indices(values.shape(1), gap);
  const bool is_whole = left_out(values.shape(0), rows) + left_out(values.shape(1), columns) == 0;
  add_ends(object, "rows", rows);
  add_ends(object, "columns", columns);
  const Decimals decimals = decimals_of(step, options_);
  add_shared(object, "decimals", fmt::format("[{},{}]", decimals.count, decimals.scientific));
  const bool is_calculated = is_whole && is_calculated_by_page(step, values);
  const std::size_t number = carried_.size();
  carried_[step.id] = {number, step.first_row, values.shape(0), values.shape(1), is_whole};
  if (!is_calculated) append_written(object.key("written"), values, rows, columns);
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

#include "render/html/step.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <optional>
#include <vector>

#include "formula/mathml.hpp"
#include "formula/value.hpp"
#include "render/html/entries.hpp"
#include "render/html/formula.hpp"
#include "render/json/text.hpp"
#include "render/printed_decimals.hpp"
#include "text/visible.hpp"

namespace attn {

namespace {

using Buffer = fmt::memory_buffer;

// A page of many tiles has thousands of steps.
constexpr JsonLayout dense{.between = ",", .colon = ":"};

// What a step is calculated from is carried whole up to here, even where all that is shown is.
constexpr std::size_t most_unseen_cells = 65536;

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

/// Which of the cells that are carried a mask hides, as lengths of runs: so many that are seen, so many that
/// are hidden, and so on. Empty where all are seen.
std::vector<std::size_t> hidden_runs(const Step& step, const Entries& entries) {
  if (!step.hides) return {};
  std::vector<std::size_t> runs{0};
  for_each_cell(entries, [&](std::size_t r, std::size_t c) {
    const bool is_hidden = step.hides(r + step.first_row, c);
    const bool is_in_hidden_run = runs.size() % 2 == 0;
    if (is_hidden != is_in_hidden_run) runs.push_back(0);
    ++runs.back();
  });
  return runs.size() > 1 ? runs : std::vector<std::size_t>();
}

/// The cells of the equation's result that the step shows.
Cells cells_of(const Step& step) {
  const std::size_t rows = step.values.shape(step.is_transposed ? 1 : 0);
  const std::size_t columns = step.values.shape(step.is_transposed ? 0 : 1);
  return {{step.first_row, step.first_row + rows}, {0, columns}};
}

std::vector<std::optional<Cells>> reach_of(const Step& step) {
  const std::size_t operands = step.operands.size();
  if (!step.equation) return std::vector<std::optional<Cells>>(operands);
  return reach_of(*step.equation, cells_of(step), operands);
}

Matrix<double> as_column(const std::vector<double>& values) {
  Matrix<double> column = xt::empty<double>({values.size(), std::size_t{1}});
  std::copy(values.begin(), values.end(), column.begin());
  return column;
}

/// Axes of a rectangle in a block with these.
Axes axes_of(Axes axes, const Cells& cells) {
  axes[0] = {axes[0].name, cells.rows.size(), axes[0].at(cells.rows.begin)};
  if (axes.size() > 1) axes[1] = {axes[1].name, cells.columns.size(), axes[1].at(cells.columns.begin)};
  return axes;
}

}  // namespace

void PageSteps::append(Buffer& out, const Step& step) {
  const auto reached = reach_of(step);
  for (std::size_t i = 0; i < step.operands.size(); ++i)
    if (reached[i] && !carried_.find(step.operands[i], *reached[i])) append_unseen(out, step, i, *reached[i]);
  ObjectWriter object(out, dense);
  object.add("name", step.name);
  add_place(object, step.place);
  std::size_t at = 0;
  object.add_list("operands", step.operands,
                  [&](Buffer& o, const StepOperand& operand) { append_operand(o, operand, reached[at++]); });
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

/// Numbers that a step is calculated from, where no step of the page has them. The page shows them in its
/// arithmetic alone.
void PageSteps::append_unseen(Buffer& out, const Step& step, std::size_t operand, const Cells& cells) {
  const StepOperand& block = step.operands[operand];
  if (block.axes.empty() || !step.operand_value) return;
  const std::size_t rows = cells.rows.size();
  const std::size_t columns = cells.columns.size();
  const Entries entries(rows, columns, options_.full && rows * columns <= most_unseen_cells);
  std::vector<double> written;
  for_each_cell(entries, [&](std::size_t r, std::size_t c) {
    written.push_back(step.operand_value(operand, r + cells.rows.begin, c + cells.columns.begin));
  });
  const StepId of = parse_id(block.id);
  const Cells there = whole_cells_of(block, cells);
  ObjectWriter object(out, dense);
  object.add("name", of.name);
  add_place(object, of.place);
  object.add("is_unseen", true);
  add_shared(object, "axes", axes_json(axes_of(block.axes, cells)));
  object.add("first_row", there.rows.begin);
  object.add("first_column", there.columns.begin);
  add_ends(object, entries);
  add_decimals(object, decimals_of({as_column(written), block.id, block.is_given}, options_));
  append_written(object.key("written"), written);
  object.close();
  append_text(out, ",\n");
  carried_.add(block.id, there, entries.are_all);
}

/// By the number of its step, or the name of one that the page does not have.
void PageSteps::append_operand(Buffer& out, const StepOperand& operand,
                               const std::optional<Cells>& cells) const {
  ObjectWriter object(out, dense);
  if (const auto* there = cells ? carried_.find(operand, *cells) : carried_.find(operand)) {
    object.add("step", there->number);
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

void PageSteps::add_decimals(ObjectWriter& object, const Decimals& decimals) {
  add_shared(object, "decimals", fmt::format("[{},{}]", decimals.count, decimals.scientific));
}

void PageSteps::add_values(ObjectWriter& object, const Step& step) {
  const Matrix<double> values = computed_values(step);
  const Entries entries(values.shape(0), values.shape(1), options_.full);
  add_ends(object, entries);
  add_decimals(object, decimals_of(step, options_));
  if (const auto runs = hidden_runs(step, entries); !runs.empty())
    add_shared(object, "hidden_runs", fmt::format("[{}]", fmt::join(runs, ",")));
  const bool is_calculated = entries.are_all && is_calculated_by_page(step, values);
  carried_.add(step.id, cells_of(step), entries.are_all);
  if (is_calculated) return;
  std::vector<double> written;
  for_each_cell(entries, [&](std::size_t r, std::size_t c) { written.push_back(values(r, c)); });
  append_written(object.key("written"), written);
}

/// Whether the page, calculating the equation, gets the same bits: most numbers of a large trace need not be
/// written then.
bool PageSteps::is_calculated_by_page(const Step& step, const Matrix<double>& values) const {
  if (!step.equation || !is_reproducible(*step.equation)) return false;
  const auto reached = reach_of(step);
  for (std::size_t i = 0; i < reached.size(); ++i) {
    const auto* there = reached[i] ? carried_.find(step.operands[i], *reached[i]) : nullptr;
    if (reached[i] && (!there || !there->is_whole)) return false;
  }
  for (std::size_t r = 0; r < values.shape(0); ++r)
    for (std::size_t c = 0; c < values.shape(1); ++c)
      if (!same_bits(values(r, c), value_of(*step.equation, r + step.first_row, c, step.operand_value)))
        return false;
  return true;
}

}  // namespace attn

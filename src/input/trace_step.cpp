#include <fmt/format.h>

#include "input/trace_text.hpp"
#include "text/visible.hpp"

namespace attn {

namespace {

/// [row, column], [row] for what belongs to a whole query block.
void read_tile(const TraceObject& step, Place& place) {
  const auto tile = step.wholes("tile");
  if (!tile) return;
  if (tile->empty() || tile->size() > 2) step.fail_type("tile", "[row, column] or [row]");
  place.tile_row = tile->front();
  if (tile->size() == 2) place.tile_col = tile->back();
}

/// An id that does not begin with a place is a name as a whole, whatever it holds.
void take_id(StoredStep& step, const std::string& id) {
  const auto [name, place] = parse_id(id);
  const bool has_place = id_of(name, place) == id;
  step.id = id;
  step.name = has_place ? name : std::string_view(id);
  step.place = has_place ? place : Place{};
}

/// By its id, or by its name and place. Where both are there they must agree.
void read_identity(const TraceObject& object, StoredStep& step) {
  const auto id = object.text("id");
  const auto name = object.text("name");
  if (!id && !name) object.fail({}, R"(the step has no "id", nor a "name")");
  Place place{object.whole("batch"), object.whole("head"), {}, {}};
  read_tile(object, place);
  const std::string built = name ? id_of(*name, place) : *id;
  if (id && name && *id != built)
    object.fail("id", fmt::format("found {}, but name and place make {}", in_quotes(*id), in_quotes(built)));
  if (built.empty()) object.fail(id ? "id" : "name", "found an empty name");
  take_id(step, built);
}

std::optional<Range> read_range(const TraceObject& block, std::string_view key) {
  const auto range = block.wholes(key);
  if (!range) return std::nullopt;
  if (range->size() != 2 || range->front() > range->back()) block.fail_type(key, "[begin, end]");
  return Range{range->front(), range->back()};
}

void read_operands(const TraceObject& object, StoredStep& step) {
  for (const std::string& id : object.texts("operands").value_or(std::vector<std::string>()))
    step.operands.push_back({id, {}, {}});
  const auto blocks = object.objects("operand_blocks");
  if (!blocks.empty() && blocks.size() != step.operands.size())
    object.fail("operand_blocks",
                fmt::format("found {} blocks, expected {}, one for each operand (null for a whole one)",
                            blocks.size(), step.operands.size()));
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    if (!blocks[i]) continue;
    step.operands[i].rows = read_range(*blocks[i], "rows");
    step.operands[i].columns = read_range(*blocks[i], "columns");
  }
}

void read_axes(const TraceObject& object, StoredStep& step) {
  const auto names = object.texts("axes");
  const auto begin = object.wholes("begin");
  if (!names) return;
  if (names->empty() || names->size() > 2) object.fail_type("axes", "the names of one or two axes");
  if (begin && begin->size() != names->size())
    object.fail("begin", fmt::format("found {} numbers, expected {}, one for each axis", begin->size(),
                                     names->size()));
  for (std::size_t axis = 0; axis < names->size(); ++axis)
    step.axes.push_back({(*names)[axis], 0, begin ? (*begin)[axis] : 0});
}

}  // namespace

StoredStep stored_step(const std::string& id) {
  StoredStep step;
  take_id(step, id);
  return step;
}

StoredStep read_trace_step(const TraceObject& object) {
  StoredStep step;
  read_identity(object, step);
  step.op = object.text("op").value_or("");
  step.formula = object.text("formula").value_or("");
  read_operands(object, step);
  read_axes(object, step);
  step.note = object.text("note").value_or("");
  return step;
}

}  // namespace attn

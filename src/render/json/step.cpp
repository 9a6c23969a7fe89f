#include <algorithm>
#include <vector>

#include "render/json/text.hpp"

namespace attn {
namespace {

using Buffer = fmt::memory_buffer;

constexpr JsonLayout step_layout{.open = "    {\n      ", .between = ",\n      ", .close = "\n    }"};

/// null for an operand that is read whole.
void append_block(Buffer& out, const StepOperand& operand) {
  if (!operand.rows && !operand.columns) return append_text(out, "null");
  ObjectWriter object(out);
  object.add("rows", operand.rows);
  object.add("columns", operand.columns);
  object.close();
}

void add_operands(ObjectWriter& object, const std::vector<StepOperand>& operands) {
  object.add_list("operands", operands,
                  [](Buffer& o, const auto& operand) { append_json_string(o, operand.id); });
  const auto is_block = [](const auto& operand) { return operand.rows || operand.columns; };
  if (std::ranges::any_of(operands, is_block)) object.add_list("operand_blocks", operands, append_block);
}

void add_axes(ObjectWriter& object, const Axes& axes) {
  object.add_list("axes", axes, [](Buffer& o, const Axis& axis) { append_json_string(o, axis.name); });
  if (std::ranges::any_of(axes, [](const Axis& axis) { return axis.begin != 0; }))
    object.add_list("begin", axes, [](Buffer& o, const Axis& axis) { append_json(o, axis.begin); });
  object.add_list("shape", axes, [](Buffer& o, const Axis& axis) { append_json(o, axis.size); });
}

void append_distance(Buffer& out, const Distance& distance) {
  ObjectWriter object(out);
  object.add("step", distance.step);
  object.add("max_abs", distance.max_abs);
  object.add("max_ulp", distance.max_ulp);
  object.close();
}

}  // namespace

std::optional<std::vector<std::size_t>> tile_numbers(const Place& place) {
  if (!place.tile_row) return std::nullopt;
  if (!place.tile_col) return std::vector{*place.tile_row};
  return std::vector{*place.tile_row, *place.tile_col};
}

void append_json_step(Buffer& out, const Step& step, const std::function<void(ObjectWriter&)>& add_values) {
  ObjectWriter object(out, step_layout);
  object.add("id", step.id);
  object.add("name", step.name);
  object.add("batch", step.place.batch);
  object.add("head", step.place.head);
  object.add("tile", tile_numbers(step.place));
  object.add("op", step.op);
  object.add("formula", step.formula);
  add_operands(object, step.operands);
  add_axes(object, step.axes);
  if (add_values) add_values(object);
  if (const std::string note = note_text(step.note); !note.empty()) object.add("note", note);
  object.close();
}

void append_json_footer(Buffer& out, const TraceFooter& footer) {
  if (!footer.from_standard.empty()) {
    append_text(out, ",\n  \"from_standard\": ");
    append_json_list(out, footer.from_standard, append_distance);
  }
  append_text(out, "\n}\n");
}

}  // namespace attn

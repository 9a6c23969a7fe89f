#include <algorithm>
#include <optional>
#include <vector>

#include "attn/number.hpp"
#include "render/json/text.hpp"

namespace attn {
namespace {

using Buffer = fmt::memory_buffer;

void append_key(Buffer& out, std::string_view name) {
  fmt::format_to(fmt::appender(out), ",\n      \"{}\": ", name);
}

void append_index(Buffer& out, const std::optional<std::size_t>& index) {
  append_json_optional(out, index, [](Buffer& o, std::size_t i) { append_json_integer(o, i); });
}

void append_place(Buffer& out, const Place& place) {
  append_key(out, "batch");
  append_index(out, place.batch);
  append_key(out, "head");
  append_index(out, place.head);
  append_key(out, "tile");
  if (place.tile_row && place.tile_col)
    fmt::format_to(fmt::appender(out), "[{}, {}]", *place.tile_row, *place.tile_col);
  else if (place.tile_row)
    fmt::format_to(fmt::appender(out), "[{}]", *place.tile_row);
  else
    append_text(out, "null");
}

void append_range(Buffer& out, const Range& range) {
  fmt::format_to(fmt::appender(out), "[{}, {}]", range.begin, range.end);
}

/// null for an operand that is read whole.
void append_block(Buffer& out, const StepOperand& operand) {
  if (!operand.rows && !operand.columns) return append_text(out, "null");
  append_text(out, "{\"rows\": ");
  append_json_optional(out, operand.rows, append_range);
  append_text(out, ", \"columns\": ");
  append_json_optional(out, operand.columns, append_range);
  append_text(out, "}");
}

void append_operands(Buffer& out, const std::vector<StepOperand>& operands) {
  append_key(out, "operands");
  append_json_list(out, operands, [](Buffer& o, const auto& operand) { append_json_string(o, operand.id); });
  const auto is_block = [](const auto& operand) { return operand.rows || operand.columns; };
  if (std::none_of(operands.begin(), operands.end(), is_block)) return;
  append_key(out, "operand_blocks");
  append_json_list(out, operands, append_block);
}

void append_axes(Buffer& out, const Axes& axes) {
  append_key(out, "axes");
  append_json_list(out, axes, [](Buffer& o, const Axis& axis) { append_json_string(o, axis.name); });
  if (std::any_of(axes.begin(), axes.end(), [](const Axis& axis) { return axis.begin != 0; })) {
    append_key(out, "begin");
    append_json_list(out, axes, [](Buffer& o, const Axis& axis) { append_json_integer(o, axis.begin); });
  }
  append_key(out, "shape");
  append_json_list(out, axes, [](Buffer& o, const Axis& axis) { append_json_integer(o, axis.size); });
}

void append_distance(Buffer& out, const Distance& distance) {
  append_text(out, "{\"step\": ");
  append_json_string(out, distance.step);
  append_text(out, ", \"max_abs\": ");
  write_number(out, distance.max_abs);
  append_text(out, ", \"max_ulp\": ");
  write_number(out, distance.max_ulp);
  append_text(out, "}");
}

}  // namespace

void append_json_step_head(Buffer& out, const Step& step) {
  append_text(out, "    {\n      \"id\": ");
  append_json_string(out, step.id);
  append_key(out, "name");
  append_json_string(out, step.name);
  append_place(out, step.place);
  append_key(out, "op");
  append_json_string(out, step.op);
  append_key(out, "formula");
  append_json_string(out, step.formula);
  append_operands(out, step.operands);
  append_axes(out, step.axes);
}

void append_json_step_end(Buffer& out, const Step& step) {
  if (!note_text(step.note).empty()) {
    append_key(out, "note");
    append_json_string(out, note_text(step.note));
  }
  append_text(out, "\n    }");
}

void append_json_footer(Buffer& out, const TraceFooter& footer) {
  if (!footer.from_standard.empty()) {
    append_text(out, ",\n  \"from_standard\": ");
    append_json_list(out, footer.from_standard, append_distance);
  }
  append_text(out, "\n}\n");
}

}  // namespace attn

#pragma once

#include <fmt/format.h>

#include <string_view>
#include <utility>

#include "attn/trace.hpp"

namespace attn {

/// Appends a JSON string, quotes included; bytes that are no UTF-8 become U+FFFD.
void append_json_string(fmt::memory_buffer& out, std::string_view text);

inline void append_text(fmt::memory_buffer& out, std::string_view text) {
  out.append(text);
}

inline void append_json_integer(fmt::memory_buffer& out, auto value) {
  fmt::format_to(fmt::appender(out), "{}", value);
}

/// "[a, b]".
void append_json_list(fmt::memory_buffer& out, const auto& items, auto append_item) {
  out.push_back('[');
  bool first = true;
  for (const auto& item : items) {
    if (!std::exchange(first, false)) append_text(out, ", ");
    append_item(out, item);
  }
  out.push_back(']');
}

/// null where there is none.
void append_json_optional(fmt::memory_buffer& out, const auto& item, auto append_item) {
  if (item)
    append_item(out, *item);
  else
    append_text(out, "null");
}

/// The members of the trace's object up to its steps, with a comma after each.
void append_json_header(fmt::memory_buffer& out, const TraceHeader& header);

/// The beginning of a step's object: every member but its values and note.
void append_json_step_head(fmt::memory_buffer& out, const Step& step);

/// The note, where there is one, and the end of a step's object.
void append_json_step_end(fmt::memory_buffer& out, const Step& step);

/// What stands behind the list of steps, up to the end of the trace's object.
void append_json_footer(fmt::memory_buffer& out, const TraceFooter& footer);

}  // namespace attn

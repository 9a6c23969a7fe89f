#pragma once

#include <fmt/format.h>

#include <concepts>
#include <functional>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "attn/number.hpp"
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

// A value as JSON: a text, a whole number or bool, a number, [begin, end], a list; null for what is not
// there.
inline void append_json(fmt::memory_buffer& out, std::string_view text) {
  append_json_string(out, text);
}
void append_json(fmt::memory_buffer& out, std::integral auto value) {
  append_json_integer(out, value);
}
inline void append_json(fmt::memory_buffer& out, double value) {
  write_number(out, value);
}
inline void append_json(fmt::memory_buffer& out, const Range& range) {
  fmt::format_to(fmt::appender(out), "[{}, {}]", range.begin, range.end);
}
template <class T>
void append_json(fmt::memory_buffer& out, const std::vector<T>& items) {
  append_json_list(out, items, [](auto& to, const T& item) { append_json(to, item); });
}
template <class T>
void append_json(fmt::memory_buffer& out, const std::optional<T>& value) {
  if (value)
    append_json(out, *value);
  else
    append_text(out, "null");
}

/// What stands around the members of an object.
struct JsonLayout {
  std::string_view open = "{";
  std::string_view between = ", ";
  std::string_view colon = ": ";
  std::string_view close = "}";
};

/// Writes an object member by member: {"heads": 2, "title": "By hand"}.
class ObjectWriter {
 public:
  explicit ObjectWriter(fmt::memory_buffer& out, const JsonLayout& layout = {})
      : out_(out), layout_(layout) {}

  /// What is appended next is its value.
  fmt::memory_buffer& key(std::string_view name) {
    append_text(out_, is_first_ ? layout_.open : layout_.between);
    is_first_ = false;
    fmt::format_to(fmt::appender(out_), "\"{}\"{}", name, layout_.colon);
    return out_;
  }
  void add(std::string_view name, const auto& value) { append_json(key(name), value); }
  void add_list(std::string_view name, const auto& items, auto append_item) {
    append_json_list(key(name), items, append_item);
  }
  /// With at least one member.
  void close() { append_text(out_, layout_.close); }

 private:
  fmt::memory_buffer& out_;
  JsonLayout layout_;
  bool is_first_ = true;
};

/// The members of the trace's object up to its steps, with a comma after each.
void append_json_header(fmt::memory_buffer& out, const TraceHeader& header);

/// [row, column] of a tile, or [row] of a row block.
std::optional<std::vector<std::size_t>> tile_numbers(const Place& place);

/// A step's object. `add_values` adds what there is of its values.
void append_json_step(fmt::memory_buffer& out, const Step& step,
                      const std::function<void(ObjectWriter&)>& add_values = {});

/// What stands behind the list of steps, up to the end of the trace's object.
void append_json_footer(fmt::memory_buffer& out, const TraceFooter& footer);

}  // namespace attn

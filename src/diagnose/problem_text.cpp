#include <fmt/format.h>

#include <utility>

#include "attn/number.hpp"
#include "diagnose/fresh_problem.hpp"
#include "render/json/text.hpp"

namespace attn::diagnosis {

namespace {

void append_cells(fmt::memory_buffer& out, const Array& array, std::size_t axis, std::size_t& at) {
  out.push_back('[');
  for (std::size_t i = 0; i < array.shape[axis]; ++i) {
    if (i > 0) append_text(out, ", ");
    if (axis + 1 < array.shape.size())
      append_cells(out, array, axis + 1, at);
    else if (const double x = array.values[at++]; array.booleans)
      append_text(out, x != 0 ? "true" : "false");
    else
      write_number(out, x);
  }
  out.push_back(']');
}

/// An array without elements can only be written as its shape.
void append_array(fmt::memory_buffer& out, const Array& array) {
  if (element_count(array.shape) > 0) {
    std::size_t at = 0;
    return append_cells(out, array, 0, at);
  }
  append_text(out, "{\"shape\": ");
  append_json_list(out, array.shape, [](auto& to, std::size_t n) { append_json_integer(to, n); });
  append_text(out, "}");
}

void append_value(fmt::memory_buffer& out, const Setting& setting) {
  if (const auto* x = std::get_if<double>(&setting.value)) write_number(out, *x);
  if (const auto* x = std::get_if<bool>(&setting.value)) append_text(out, *x ? "true" : "false");
  if (const auto* x = std::get_if<std::string>(&setting.value)) append_json_string(out, *x);
  if (const auto* x = std::get_if<std::vector<std::string>>(&setting.value))
    append_json_list(out, *x, append_json_string);
  if (const auto* x = std::get_if<Array>(&setting.value)) append_array(out, *x);
}

void append_key(fmt::memory_buffer& out, std::string_view key) {
  append_json_string(out, key);
  append_text(out, ": ");
}

void append_mask(fmt::memory_buffer& out, const MaskSpec& spec) {
  append_text(out, "{\"type\": ");
  append_json_string(out, spec.type);
  for (const auto& [key, setting] : spec.settings) {
    append_text(out, ", ");
    append_key(out, key);
    append_value(out, setting);
  }
  append_text(out, "}");
}

/// The members of one object: "past.K" is the member K of "past". Keys are in order, so they stand together.
void append_settings(fmt::memory_buffer& out, const Settings& settings) {
  std::string open;
  bool first = true;
  for (const auto& [key, setting] : settings) {
    const std::size_t dot = key.find('.');
    const std::string parent = dot == std::string::npos ? "" : key.substr(0, dot);
    if (!open.empty() && parent != open) append_text(out, "}");
    if (!std::exchange(first, false)) append_text(out, parent.empty() || parent != open ? ",\n  " : ", ");
    if (!parent.empty() && parent != open) append_text(out, fmt::format("\"{}\": {{", parent));
    open = parent;
    append_key(out, dot == std::string::npos ? key : key.substr(dot + 1));
    append_value(out, setting);
  }
  if (!open.empty()) append_text(out, "}");
}

}  // namespace

std::string problem_text(const RawProblem& raw) {
  fmt::memory_buffer out;
  append_text(out, "{\n  ");
  append_settings(out, raw.settings);
  if (!raw.masks.empty()) {
    append_text(out, ",\n  \"mask\": ");
    append_json_list(out, raw.masks, append_mask);
  }
  append_text(out, "\n}\n");
  return fmt::to_string(out);
}

}  // namespace attn::diagnosis

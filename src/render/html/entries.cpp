#include "render/html/entries.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <utility>

#include "attn/number.hpp"

namespace attn {

namespace {

constexpr std::size_t whole_cells = 4096;  // what has no more cells, and no axis of more than 256, is whole

/// Of an axis, where the other one has so many entries.
std::size_t most_beside(std::size_t others) {
  return std::clamp<std::size_t>(whole_cells / std::max<std::size_t>(others, 1), 64, 256);
}

std::vector<std::size_t> carried(std::size_t size, std::size_t others, bool is_full) {
  return shown_indices(size, is_full ? gap : most_beside(others));
}

void add_ends_of(ObjectWriter& step, std::string_view key, const std::vector<std::size_t>& shown) {
  const auto cut = std::ranges::find(shown, gap);
  if (cut == shown.end()) return;
  step.add(key, Range{static_cast<std::size_t>(cut - shown.begin()),
                      static_cast<std::size_t>(shown.end() - cut - 1)});
}

}  // namespace

Entries::Entries(std::size_t row_count, std::size_t column_count, bool is_full)
    : rows(carried(row_count, column_count, is_full)),
      columns(carried(column_count, row_count, is_full)),
      are_all(left_out(row_count, rows) + left_out(column_count, columns) == 0) {}

void add_ends(ObjectWriter& step, const Entries& entries) {
  add_ends_of(step, "rows", entries.rows);
  add_ends_of(step, "columns", entries.columns);
}

void append_written(fmt::memory_buffer& out, const std::vector<double>& values) {
  const auto is_first = [&](double value) { return same_bits(value, values.front()); };
  const std::size_t count =
      std::ranges::all_of(values, is_first) ? std::min<std::size_t>(values.size(), 1) : values.size();
  out.push_back('[');
  for (std::size_t i = 0; i < count; ++i) {
    if (i > 0) out.push_back(',');
    write_number(out, values[i]);
  }
  out.push_back(']');
}

bool same_bits(double a, double b) {
  return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b) || (a != a && b != b);
}

}  // namespace attn

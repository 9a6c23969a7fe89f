#pragma once

#include <fmt/format.h>

#include <cstddef>
#include <string_view>
#include <vector>

#include "render/elision.hpp"
#include "render/json/text.hpp"

namespace attn {

/// The rows and columns of a matrix that a page carries: all, or the first and last ones around a gap.
struct Entries {
  Entries(std::size_t row_count, std::size_t column_count, bool is_full);

  std::vector<std::size_t> rows;
  std::vector<std::size_t> columns;
  bool are_all;
};

/// Calls `visit` with each row and column that is carried, row by row.
void for_each_cell(const Entries& entries, auto visit) {
  for (const std::size_t r : entries.rows)
    for (const std::size_t c : entries.columns)
      if (r != gap && c != gap) visit(r, c);
}

/// "rows" and "columns": how many first and last ones there are around the gap; nothing where there is none.
void add_ends(ObjectWriter& step, const Entries& entries);

/// What is carried, row by row: of numbers that are all the same, one.
void append_written(fmt::memory_buffer& out, const std::vector<double>& values);

bool same_bits(double a, double b);

}  // namespace attn

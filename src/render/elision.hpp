#pragma once

#include <cstddef>
#include <vector>

namespace attn {

/// Stands among shown indices for the ones that are left out.
inline constexpr auto gap = static_cast<std::size_t>(-1);

/// A matrix that is shown has up to so many of each, unless it is to be shown in full.
inline constexpr std::size_t most_shown_rows = 12;
inline constexpr std::size_t most_shown_columns = 10;

/// The indices of an axis of `size` that are shown on at most `limit` lines: all, or the first and the last
/// ones around a gap, which takes a line too.
inline std::vector<std::size_t> shown_indices(std::size_t size, std::size_t limit) {
  std::vector<std::size_t> shown;
  const bool whole = size <= limit;
  const std::size_t first = whole ? size : limit / 2;
  const std::size_t last = whole ? 0 : limit - 1 - first;
  shown.reserve(first + 1 + last);
  for (std::size_t i = 0; i < first; ++i) shown.push_back(i);
  if (!whole) shown.push_back(gap);
  for (std::size_t i = size - last; i < size; ++i) shown.push_back(i);
  return shown;
}

/// How many of `size` indices are not among `shown`.
inline std::size_t left_out(std::size_t size, const std::vector<std::size_t>& shown) {
  for (const std::size_t index : shown)
    if (index == gap) return size - (shown.size() - 1);
  return 0;
}

}  // namespace attn

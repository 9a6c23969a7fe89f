#pragma once

#include <cstddef>
#include <vector>

#include "attn/flash.hpp"
#include "flash/strips.hpp"

namespace attn {

/// What one thread does in one go: some rows of a group against some keys.
struct Item {
  Group group;
  Range rows;
  Range keys;
};

/// How a problem is cut up. Only the cut along the keys shows in the result, so it depends on the problem
/// alone.
struct Schedule {
  std::vector<Item> items;  ///< the pieces of the same rows behind one another
  std::size_t pieces = 1;   ///< along the keys
  std::size_t most_rows = 0;
  unsigned threads = 1;
};

template <class T>
Schedule schedule_of(const FlashProblem<T>& problem, std::size_t strip_width, unsigned threads);

}  // namespace attn

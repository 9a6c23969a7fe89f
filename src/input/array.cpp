#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <limits>

#include "attn/raw_problem.hpp"

namespace attn {

std::string to_string(const Shape& shape) {
  return fmt::format("[{}]", fmt::join(shape, ", "));
}

std::size_t element_count(const Shape& shape) {
  constexpr auto most = std::numeric_limits<std::size_t>::max();
  if (std::find(shape.begin(), shape.end(), 0U) != shape.end()) return 0;
  std::size_t count = 1;
  for (const std::size_t length : shape) {
    if (count > most / length) return most;  // more than can be held: stay there, do not wrap around
    count *= length;
  }
  return count;
}

bool has_values(const Array& array) {
  return !array.values.empty() || element_count(array.shape) == 0;
}

}  // namespace attn

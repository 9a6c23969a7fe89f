#pragma once

// Numbers that look random and are the same in every run.

#include <cstdint>
#include <utility>
#include <vector>

#include "computed.hpp"

namespace attn::computed {

/// Numbers in [low, high).
class Numbers {
 public:
  explicit Numbers(std::uint64_t seed) : state_(seed * 2654435761U + 1) {}
  Array operator()(Shape shape, double low = -2, double high = 2) {
    Array array{shape, std::vector<double>(element_count(shape)), false, {}};
    for (double& value : array.values) value = low + (high - low) * next();
    return array;
  }

 private:
  double next() {
    state_ = state_ * 6364136223846793005U + 1442695040888963407U;  // Knuth's MMIX
    return static_cast<double>(state_ >> 11U) / 9007199254740992.0;
  }
  std::uint64_t state_;
};

/// The rows of a matrix in another order.
inline Array reordered(const Array& matrix, const std::vector<std::size_t>& order) {
  Array result{{order.size(), matrix.shape[1]}, {}, false, {}};
  for (const std::size_t row : order)
    for (std::size_t j = 0; j < matrix.shape[1]; ++j)
      result.values.push_back(matrix.values[row * matrix.shape[1] + j]);
  return result;
}

}  // namespace attn::computed

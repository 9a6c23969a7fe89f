#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

#include "flash/schedule.hpp"
#include "flash/state.hpp"

namespace attn {

/// The states of rows whose keys were cut into pieces, and their sum.
template <class T>
class Partials {
 public:
  Partials(const Schedule& schedule, std::size_t d_v) : schedule_(schedule), d_v_(d_v) {
    if (schedule.pieces > 1) numbers_.resize(schedule.items.size() * schedule.most_rows * (d_v + 2));
  }

  void put(std::size_t item, std::size_t row, const RowState<T>& state) {
    T* to = place(item, row);
    to[0] = state.row_max;
    to[1] = state.row_sum;
    for (std::size_t c = 0; c < d_v_; ++c) to[2 + c] = state.sum[c * state.stride];
  }

  /// Of the pieces of a row, from the first, `item`, on; `sum` [d_v] holds the numerator.
  RowState<T> merge(std::size_t item, std::size_t row, std::vector<T>& sum) {
    RowState<T> total;
    total.row_max = place(item, row)[0];
    for (std::size_t i = 1; i < schedule_.pieces; ++i) {
      const T other = place(item + i, row)[0];
      if (!(other <= total.row_max)) total.row_max = other;  // a NaN stays
    }
    std::fill(sum.begin(), sum.end(), T(0));
    for (std::size_t i = 0; i < schedule_.pieces; ++i) {
      const T* piece = place(item + i, row);
      const T correction = std::exp2(piece[0] - total.row_max);  // a power of two
      total.row_sum += piece[1] * correction;
      for (std::size_t c = 0; c < d_v_; ++c) sum[c] += piece[2 + c] * correction;
    }
    total.sum = sum.data();
    return total;
  }

 private:
  T* place(std::size_t item, std::size_t row) {
    const std::size_t own = row - schedule_.items[item].rows.begin;
    return numbers_.data() + (item * schedule_.most_rows + own) * (d_v_ + 2);
  }

  const Schedule& schedule_;
  std::size_t d_v_;
  std::vector<T> numbers_;
};

}  // namespace attn

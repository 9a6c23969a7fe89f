#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <numbers>

#include "flash/simd.hpp"

namespace attn {

/// The running state of one query: m, l and O of FlashAttention, with m as an exponent of two.
template <class T>
struct RowState {
  T row_max = std::numeric_limits<T>::lowest();
  T row_sum = 0;
  const T* sum = nullptr;  ///< [d_v]
  std::size_t stride = 1;  ///< from one element of `sum` to the next
};

template <class T>
RowState<T> row_state(const Strip<T>& strip, std::size_t lane) {
  return {strip.row_max[lane], strip.row_sum[lane], strip.sum + lane, strip.width};
}

/// m + ln l; -inf where nothing was summed up.
template <class T>
T log_sum_exp(const RowState<T>& state) {
  if (state.row_sum == 0) return -std::numeric_limits<T>::infinity();
  const double exponent = static_cast<double>(state.row_max) + std::log2(static_cast<double>(state.row_sum));
  return static_cast<T>(exponent * std::numbers::ln2);
}

/// A mask's term, times a factor, as T; what is finite stays so: a mask of lowest numbers is no mask of -inf,
/// and a row that sees nothing else weighs all of these keys alike.
template <class T>
T in_range(double term, double factor = 1) {
  constexpr auto most = static_cast<double>(std::numeric_limits<T>::max());
  return static_cast<T>(std::isfinite(term) ? std::clamp(term * factor, -most, most) : term);
}

/// False where a score may have left the range of T because the kernel carries it times log2 e, and for NaN.
template <class T>
bool is_in_range(const RowState<T>& state) {
  constexpr T most = std::numeric_limits<T>::max() / 4;
  return state.row_max > -most && state.row_max < most && state.row_sum > 0;
}

}  // namespace attn

#pragma once

// The border between the portable part of the flash kernel and the part that is compiled once for each
// instruction set. Plain data and functions: no vector type crosses it.

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <type_traits>

#include "attn/tensor.hpp"

namespace attn {

/// Keys in one tile. A tile's sums are added up apart before they join the running ones, so results depend
/// on it: it is the same everywhere.
inline constexpr std::size_t tile_keys = 192;
/// Rows of K, and columns of V, that are computed together. K tiles are filled up to a multiple of it.
inline constexpr std::size_t panel = 8;
/// A strip is at most this many vectors wide: with `panel` rows the accumulators of one block fill the
/// registers of AVX-512.
inline constexpr std::size_t most_vectors = 3;

/// With so few rows in a group the lanes run along d, in vectors of `few_lanes` real or imagined lanes, and a
/// strip has `few_queries`.
inline constexpr std::size_t few_rows = 8;
inline constexpr std::size_t few_queries = 4;
inline constexpr std::size_t few_lanes = 16;

constexpr std::size_t divide_up(std::size_t count, std::size_t by) {
  return (count + by - 1) / by;
}
constexpr std::size_t round_up(std::size_t count, std::size_t multiple) {
  return divide_up(count, multiple) * multiple;
}

/// Integers as wide as T, for positions of keys in the lanes of a vector.
template <class T>
using Lane = std::conditional_t<sizeof(T) == 4, std::int32_t, std::int64_t>;

/// A few queries that read one kv head, one in each lane: `width` of them, a multiple of the lanes. Scores
/// are kept as exponents of two, t = score · log2 e.
template <class T>
struct Strip {
  std::size_t width = 0;
  std::size_t d_k = 0;
  std::size_t d_v = 0;       ///< rounded up to a multiple of `panel`
  T* q = nullptr;            ///< [d_k, width], times scale · log2 e (times scale alone, with a softcap)
  const T* few_q = nullptr;  ///< [few_queries, d_k], the same row by row; nullptr: lanes are queries
  T* sum = nullptr;          ///< [d_v, width]: Σ 2^(t - m) v so far
  T* row_max = nullptr;      ///< [width]: m, the largest t so far, rounded up to a whole number
  T* row_sum = nullptr;      ///< [width]: Σ 2^(t - m) so far
  const Lane<T>* first = nullptr;  ///< [width]: the keys that each query sees, [first, end)
  const Lane<T>* end = nullptr;
};

/// A row of V that holds an infinity or a NaN, and that some query does not see: these are 0 in the tile, so
/// that 0 · inf reaches no output.
template <class T>
struct SpecialRow {
  std::size_t key = 0;   ///< in the tile
  const T* v = nullptr;  ///< [d_v]
};

/// Up to `tile_keys` keys and values of one kv head.
template <class T>
struct KeyTile {
  std::size_t first = 0;  ///< position of its first key
  const T* k = nullptr;   ///< [keys rounded up to a multiple of `panel`, d_k]
  std::size_t k_stride = 0;
  const T* next_k = nullptr;  ///< where the rows of K go on after the tile, to be fetched early; or nullptr
  const T* v = nullptr;       ///< [keys, d_v]
  std::size_t v_stride = 0;
  std::span<const SpecialRow<T>> special = {};
};

/// What happens between scores and exponentials.
template <class T>
struct ScoreRules {
  bool capped = false;
  T softcap = 0;          ///< c, times log2 e
  T inverse_softcap = 0;  ///< 1/c
  bool naive = false;     ///< no row maximum: m stays 0
};

/// What of a tile a strip sees.
template <class T>
struct Sight {
  Range keys;               ///< in the tile: all others are hidden from the whole strip
  bool all = true;          ///< every query of the strip sees every one of `keys`
  const T* bias = nullptr;  ///< [tile_keys, width], times log2 e, -inf hides; nullptr: no bias
  bool first = true;        ///< no strip has seen this tile before: its values are still far away
};

/// x W for a block of rows, one slice of the depth.
template <class T>
struct ProductBlock {
  const T* x = nullptr;  ///< [rows rounded up to a multiple of `panel`, depth]
  std::size_t x_stride = 0;
  std::size_t rows = 0;
  std::size_t depth = 0;
  const T* w = nullptr;  ///< [depth, width], width = most_vectors vectors, dense
  T* y = nullptr;        ///< [rows, width]: added to
  std::size_t y_stride = 0;
};

/// The part of the kernel that is compiled for each instruction set, for one scalar.
template <class T>
struct SimdKernel {
  std::size_t lanes = 0;
  /// Takes one tile into the running state of a strip. `scores` [tile_keys, width] is scratch.
  void (*attend)(const Strip<T>& strip, const KeyTile<T>& tile, const Sight<T>& sight,
                 const ScoreRules<T>& rules, T* scores) = nullptr;
  void (*multiply)(const ProductBlock<T>& block) = nullptr;
};

/// Both scalars' kernels for one instruction set.
struct SimdKernels {
  SimdKernel<float> f32;
  SimdKernel<double> f64;

  template <class T>
  const SimdKernel<T>& of() const {
    if constexpr (std::is_same_v<T, float>)
      return f32;
    else
      return f64;
  }
};

/// By the name of a path; empty: the best one. Throws InputError where this machine has no such path.
const SimdKernels& simd_kernels(std::string_view path);

}  // namespace attn

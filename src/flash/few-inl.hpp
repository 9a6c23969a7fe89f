// Compiled once for each instruction set: the two products for a few queries, as when a model decodes.
// Queries in lanes would leave most lanes idle, so here the lanes run along d, and every row of K and V is
// read from front to back.
#if defined(ATTN_FLASH_FEW_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef ATTN_FLASH_FEW_INL_HPP
#undef ATTN_FLASH_FEW_INL_HPP
#else
#define ATTN_FLASH_FEW_INL_HPP
#endif

#include <algorithm>

#include "flash/vectors-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace attn::HWY_NAMESPACE {

/// Adds neighbours until one number of each vector is left: the sum of vector i ends in lane i.
template <class T>
HWY_INLINE Vector<T> add_neighbours(Vector<T> (&vectors)[lanes<T>]) {
#if HWY_TARGET != HWY_SCALAR  // whose vectors have one lane
  const Tag<T> tag;
#pragma GCC unroll 4
  for (std::size_t count = lanes<T>; count > 1; count /= 2)
#pragma GCC unroll 8
    for (std::size_t i = 0; i < count / 2; ++i) {
      const Vector<T> low = vectors[2 * i];
      const Vector<T> high = vectors[2 * i + 1];
      vectors[i] = hn::Add(hn::ConcatEven(tag, high, low), hn::ConcatOdd(tag, high, low));
    }
#endif
  return vectors[0];
}

/// Scores of some queries and some keys, one for each lane: q · k with the sums of vectors of `few_lanes`
/// lanes, whatever the real ones are. Each lane is added up from front to back, then neighbours.
template <std::size_t Keys, std::size_t Queries, class T>
HWY_INLINE Vector<T> few_products(const T* q, const T* k, std::size_t k_stride, std::size_t d_k) {
  static_assert(Keys * Queries == lanes<T>);
  const Tag<T> tag;
  constexpr std::size_t parts = few_lanes / lanes<T>;
  Vector<T> totals[parts];
  for (std::size_t part = 0; part < parts; ++part) {
    Vector<T> products[lanes<T>];
#pragma GCC unroll 16
    for (std::size_t i = 0; i < lanes<T>; ++i) products[i] = hn::Zero(tag);
    for (std::size_t c = part * lanes<T>; c < d_k; c += few_lanes) {
      Vector<T> queries[Queries];
#pragma GCC unroll 4
      for (std::size_t i = 0; i < Queries; ++i) queries[i] = hn::Load(tag, q + i * d_k + c);
#pragma GCC unroll 4
      for (std::size_t key = 0; key < Keys; ++key) {
        const Vector<T> numbers = hn::LoadU(tag, k + key * k_stride + c);
#pragma GCC unroll 4
        for (std::size_t i = 0; i < Queries; ++i)
          products[key * Queries + i] = hn::MulAdd(queries[i], numbers, products[key * Queries + i]);
      }
    }
    totals[part] = add_neighbours<T>(products);
  }
  for (std::size_t count = parts; count > 1; count /= 2)
    for (std::size_t i = 0; i < count / 2; ++i) totals[i] = hn::Add(totals[2 * i], totals[2 * i + 1]);
  return totals[0];
}

/// Scores of the strip's few queries with each of `keys`: scores[key, query].
template <class T>
HWY_INLINE void few_scores(const Strip<T>& strip, const KeyTile<T>& tile, const Range& keys, T* scores) {
  const Tag<T> tag;
  constexpr std::size_t queries = std::min(lanes<T>, few_queries);
  constexpr std::size_t keys_at_once = lanes<T> / queries;
  alignas(64) T sums[lanes<T>];
  for (std::size_t key = keys.begin; key < keys.end; key += keys_at_once)
    for (std::size_t query = 0; query < few_queries; query += queries) {
      const Vector<T> products = few_products<keys_at_once, queries>(
          strip.few_q + query * strip.d_k, tile.k + key * tile.k_stride, tile.k_stride, strip.d_k);
      hn::Store(products, tag, sums);
      T* to = scores + key * strip.width + query;
      for (std::size_t i = 0; i < keys_at_once; ++i)
        std::copy_n(sums + i * queries, queries, to + i * strip.width);
    }
}

/// Rows of V, `few_queries` weights for each of them, and what is wanted next.
template <class T>
struct FewRows {
  const T* v;
  std::size_t v_stride;
  const T* weights;  // [keys, width]
  std::size_t width;
  std::size_t keys;
  const T* next_k;  // rows of K that come after this tile; nullptr: not known
  std::size_t k_stride;
};

/// Calls for `columns` numbers, for the second-level cache.
template <class T>
HWY_INLINE void fetch_early(const T* row, std::size_t columns) {
  for (std::size_t i = 0; i < columns; i += 64 / sizeof(T)) __builtin_prefetch(row + i, 0, 2);
}

/// Σ_key V[key, c] weight[key, query] for Vectors · lanes columns of V: sums[c, query]. Each sum from front
/// to back, as in multiply_block. Meanwhile memory brings the same columns of the next tile of K.
template <std::size_t Vectors, class T>
HWY_INLINE void few_sums(const FewRows<T>& rows, T* sums) {
  const Tag<T> tag;
  Vector<T> products[few_queries][Vectors];
#pragma GCC unroll 4
  for (auto& sums_of_query : products)
#pragma GCC unroll 4
    for (std::size_t i = 0; i < Vectors; ++i) sums_of_query[i] = hn::Zero(tag);
  for (std::size_t key = 0; key < rows.keys; ++key) {
    if (rows.next_k) fetch_early(rows.next_k + key * rows.k_stride, Vectors * lanes<T>);
    Vector<T> values[Vectors];
#pragma GCC unroll 4
    for (std::size_t i = 0; i < Vectors; ++i)
      values[i] = hn::LoadU(tag, rows.v + key * rows.v_stride + i * lanes<T>);
#pragma GCC unroll 4
    for (std::size_t query = 0; query < few_queries; ++query) {
      const Vector<T> weight = hn::Set(tag, rows.weights[key * rows.width + query]);
#pragma GCC unroll 4
      for (std::size_t i = 0; i < Vectors; ++i)
        products[query][i] = hn::MulAdd(weight, values[i], products[query][i]);
    }
  }
  alignas(64) T column[lanes<T>];
  for (std::size_t query = 0; query < few_queries; ++query)
    for (std::size_t i = 0; i < Vectors; ++i) {
      hn::Store(products[query][i], tag, column);
      for (std::size_t lane = 0; lane < lanes<T>; ++lane)
        sums[(i * lanes<T> + lane) * rows.width + query] = column[lane];
    }
}

}  // namespace attn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif

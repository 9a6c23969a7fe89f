// Compiled once for each instruction set (hwy/foreach_target.h): what the kernels share.
#if defined(ATTN_FLASH_VECTORS_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef ATTN_FLASH_VECTORS_INL_HPP
#undef ATTN_FLASH_VECTORS_INL_HPP
#else
#define ATTN_FLASH_VECTORS_INL_HPP
#endif

#include <hwy/highway.h>

#include <cstddef>

#include "flash/simd.hpp"

HWY_BEFORE_NAMESPACE();
namespace attn::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

template <class T>
using Tag = hn::ScalableTag<T>;
template <class T>
using Vector = hn::Vec<Tag<T>>;
template <class T>
inline constexpr std::size_t lanes = hn::MaxLanes(Tag<T>());

/// SIMD with 32 registers has room for `panel` rows of accumulators of any width, with 16 for four rows of
/// more than one vector.
#if HWY_TARGET == HWY_AVX3 || HWY_TARGET == HWY_AVX3_DL || HWY_TARGET == HWY_NEON
template <std::size_t Vectors>
inline constexpr std::size_t block_rows = panel;
#else
template <std::size_t Vectors>
inline constexpr std::size_t block_rows = Vectors == 1 ? panel : panel / 2;
#endif

/// One factor of a block product, whose elements are broadcast: element (row, k) stands at
/// row · row_stride + k · k_stride.
template <class T>
struct Broadcast {
  const T* data;
  std::size_t row_stride;
  std::size_t k_stride;
};

/// The one inner loop of all products: Σ_k a(row, k) · b[k, :] for a few rows, each sum from front to back in
/// one accumulator. `b` is [depth, Vectors · lanes], dense. Hands each sum to store(row, vector, sum).
template <std::size_t Vectors, class T, class Store>
HWY_INLINE void multiply_block(const Broadcast<T>& a, const T* HWY_RESTRICT b, std::size_t depth,
                               const Store& store) {
  const Tag<T> tag;
  constexpr std::size_t rows = block_rows<Vectors>;
  constexpr std::size_t width = Vectors * lanes<T>;
  Vector<T> sums[rows][Vectors];
#pragma GCC unroll 8
  for (std::size_t row = 0; row < rows; ++row)
#pragma GCC unroll 3
    for (std::size_t v = 0; v < Vectors; ++v) sums[row][v] = hn::Zero(tag);
#pragma GCC unroll 4
  for (std::size_t k = 0; k < depth; ++k) {
    Vector<T> columns[Vectors];
#pragma GCC unroll 3
    for (std::size_t v = 0; v < Vectors; ++v) columns[v] = hn::Load(tag, b + k * width + v * lanes<T>);
#pragma GCC unroll 8
    for (std::size_t row = 0; row < rows; ++row) {
      const Vector<T> x = hn::Set(tag, a.data[row * a.row_stride + k * a.k_stride]);
#pragma GCC unroll 3
      for (std::size_t v = 0; v < Vectors; ++v) sums[row][v] = hn::MulAdd(x, columns[v], sums[row][v]);
    }
  }
#pragma GCC unroll 8
  for (std::size_t row = 0; row < rows; ++row)
#pragma GCC unroll 3
    for (std::size_t v = 0; v < Vectors; ++v) store(row, v, sums[row][v]);
}

}  // namespace attn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif

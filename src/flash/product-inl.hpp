// Compiled once for each instruction set: x W.
#if defined(ATTN_FLASH_PRODUCT_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef ATTN_FLASH_PRODUCT_INL_HPP
#undef ATTN_FLASH_PRODUCT_INL_HPP
#else
#define ATTN_FLASH_PRODUCT_INL_HPP
#endif

#include "flash/vectors-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace attn::HWY_NAMESPACE {

/// y += x w.
template <class T>
void multiply(const ProductBlock<T>& block) {
  const Tag<T> tag;
  constexpr std::size_t rows = block_rows<most_vectors>;
  for (std::size_t first = 0; first < block.rows; first += rows) {
    const Broadcast<T> x{block.x + first * block.x_stride, block.x_stride, 1};
    multiply_block<most_vectors>(x, block.w, block.depth, [&](std::size_t row, std::size_t v, Vector<T> sum) {
      if (first + row >= block.rows) return;
      T* y = block.y + (first + row) * block.y_stride + v * lanes<T>;
      hn::Store(hn::Add(hn::Load(tag, y), sum), tag, y);
    });
  }
}

}  // namespace attn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif

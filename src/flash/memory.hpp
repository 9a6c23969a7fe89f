#pragma once

#include <hwy/aligned_allocator.h>

#include <algorithm>
#include <cstddef>
#include <new>

#include "attn/flash.hpp"

namespace attn {

/// Zeros, aligned for every SIMD.
template <class T>
class AlignedBuffer {
 public:
  AlignedBuffer() = default;
  explicit AlignedBuffer(std::size_t count)
      : data_(hwy::AllocateAligned<T>(std::max<std::size_t>(count, 1))) {
    if (!data_) throw std::bad_alloc();
    std::fill_n(data_.get(), count, T(0));
  }
  T* data() { return data_.get(); }
  const T* data() const { return data_.get(); }

 private:
  hwy::AlignedFreeUniquePtr<T[]> data_;
};

/// The start of one row.
template <class T>
const T* row_of(const HeadRows& rows, const T* data, std::size_t batch, std::size_t head, std::size_t row) {
  return data + batch * rows.batch_stride + head * rows.head_stride + row * rows.row_stride;
}

/// The rows of one batch entry and head.
inline HeadRows slice(const HeadRows& rows, std::size_t batch, std::size_t head) {
  return std::visit(
      [&](const auto* data) {
        return HeadRows{data + batch * rows.batch_stride + head * rows.head_stride, 0, 0, rows.row_stride};
      },
      rows.data);
}

/// The same rows without the first ones.
inline HeadRows from_row(const HeadRows& rows, std::size_t row) {
  return std::visit(
      [&](const auto* data) {
        return HeadRows{data + row * rows.row_stride, 0, 0, rows.row_stride};
      },
      rows.data);
}

}  // namespace attn

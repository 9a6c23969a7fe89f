#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <memory>

#include "attn/flash.hpp"

namespace attn {

/// Memory aligned for every SIMD, in huge pages where it is large: with small ones a product of 4096 x 4096
/// matrices spends a tenth of its time on page faults. Throws std::bad_alloc. To be released by std::free.
void* allocate_aligned(std::size_t bytes);

/// Zeros, aligned for every SIMD.
template <class T>
class AlignedBuffer {
 public:
  AlignedBuffer() = default;
  explicit AlignedBuffer(std::size_t count) : data_(static_cast<T*>(allocate_aligned(count * sizeof(T)))) {
    std::fill_n(data_.get(), count, T(0));
  }
  T* data() { return data_.get(); }
  const T* data() const { return data_.get(); }

 private:
  struct Free {
    void operator()(T* data) const { std::free(data); }
  };
  std::unique_ptr<T, Free> data_;
};

/// The start of one row.
template <class T>
const T* row_of(const HeadRows& rows, const T* data, std::size_t batch, std::size_t head, std::size_t row) {
  return data + batch * rows.batch_stride + head * rows.head_stride + row * rows.row_stride;
}

/// The rows of one batch entry and head. Where there are none, there may be no memory either.
inline HeadRows slice(const HeadRows& rows, std::size_t batch, std::size_t head) {
  return std::visit(
      [&](const auto* data) {
        if (!data) return rows;
        return HeadRows{data + batch * rows.batch_stride + head * rows.head_stride, 0, 0, rows.row_stride};
      },
      rows.data);
}

}  // namespace attn

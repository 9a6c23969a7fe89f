#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "attn/flash.hpp"
#include "buffer.hpp"
#include "shape.hpp"

namespace bench {

/// A shape with numbers. Heads lie one after the other, rows are contiguous.
template <class T>
struct Attention {
  Attention(const Shape& shape, Pages pages);

  std::span<const T> query(std::int64_t head, std::int64_t row) const;
  std::span<const T> key(std::int64_t head, std::int64_t row) const;    // of a query head
  std::span<const T> value(std::int64_t head, std::int64_t row) const;  // of a query head

  Shape shape;
  attn::Masks masks;
  Buffer<T> q;       // [heads, n_q, d]
  Buffer<T> k, v;    // [kv_heads, n_k, d]
  Buffer<T> output;  // [n_q, heads, d]
};

/// The kernel that is measured.
template <class T>
void run_kernel(Attention<T>& attention, int threads);

/// The largest difference of some rows of the output from the plain formula in float64.
template <class T>
double error_of_output(const Attention<T>& attention);

}  // namespace bench

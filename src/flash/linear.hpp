#pragma once

#include <cstddef>
#include <vector>

#include "flash/memory.hpp"
#include "flash/simd.hpp"

namespace attn {

/// W and b of y = x W + b. Weights may lie in memory in any way that has the inputs of one output evenly
/// apart: stored as [in, out] or as [out, in], one matrix or one per head, apart or as part of a fused one.
struct Weights {
  std::vector<const double*> columns;  ///< [outputs]: the first weight of each output
  std::size_t input_stride = 1;        ///< from one input's weight to the next
  std::vector<double> bias;            ///< [outputs], or empty
};

/// A matrix whose rows are padded, as the kernels write it.
template <class T>
struct PaddedMatrix {
  AlignedBuffer<T> numbers;
  std::size_t rows = 0;
  std::size_t stride = 0;

  const T* row(std::size_t i) const { return numbers.data() + i * stride; }
};

/// x W + b, on `threads` threads, for the `n` rows of `x` [n, inputs]. The same bits for any number of
/// threads.
template <class T>
PaddedMatrix<T> linear(const HeadRows& x, std::size_t n, std::size_t inputs, const Weights& weights,
                       const SimdKernel<T>& kernel, unsigned threads);

}  // namespace attn

#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "attn/mask.hpp"
#include "attn/options.hpp"
#include "attn/progress.hpp"

namespace attn {

/// Rows of numbers in memory, [batch, heads, n, d], the last axis dense; strides count elements. Rows in
/// the other scalar than the one that is computed in are converted as they are read, never as a whole.
struct HeadRows {
  std::variant<const float*, const double*> data;
  std::size_t batch_stride = 0;
  std::size_t head_stride = 0;
  std::size_t row_stride = 0;
};

/// Attention without its intermediate steps: softmax(Q Kᵀ · scale + mask) V of every batch entry and head.
/// `T` is float or double.
template <class T>
struct FlashProblem {
  std::size_t batch = 1;
  std::size_t heads = 1;
  std::size_t kv_heads = 1;  ///< query head h reads kv head h / (heads / kv_heads)
  std::size_t n_q = 0;
  std::size_t n_k = 0;  ///< with the cached keys
  std::size_t d_k = 0;
  std::size_t d_v = 0;

  HeadRows q;
  HeadRows k;
  HeadRows v;
  std::size_t n_past = 0;  ///< cached keys and values, which stand before those of `k` and `v`
  HeadRows past_k;
  HeadRows past_v;

  double scale = 1;
  std::optional<double> softcap;
  Softmax softmax = Softmax::safe;
  EmptyRow empty_row = EmptyRow::zero;
  const Masks* masks = nullptr;  ///< nullptr: every query sees every key

  T* output = nullptr;  ///< [batch, n_q, heads·d_v]
  T* lse = nullptr;     ///< [batch, heads, n_q], natural logarithm; may be nullptr
};

/// How a kernel runs. None of it changes a bit of the result, but for paths whose SIMD has no fused
/// multiply-add.
struct FlashSettings {
  unsigned threads = 0;          ///< 0: one for each core
  std::string_view simd = {};    ///< name of a path; empty: the best one this machine has
  Progress* progress = nullptr;  ///< told how far it is; nullptr: nobody asks
};

/// A path through the kernels: the instruction set that they are compiled for.
struct SimdPath {
  std::string_view name;
  std::string_view help;
};

/// The paths that this machine can run, best first.
std::vector<SimdPath> simd_paths();

/// FlashAttention's online softmax (Dao et al. 2022, arXiv:2205.14135) on tiles of 192 keys. Nothing in
/// memory is quadratic: beside the problem's own arrays about 1 MB for each thread. Masks that are rules stay
/// rules, and tiles that no query sees are not computed.
///
/// The result is the same bits for every number of threads and every path with a fused multiply-add.
/// Throws InputError where `settings.simd` is no path of this machine.
template <class T>
void flash_attention(const FlashProblem<T>& problem, const FlashSettings& settings = {});

extern template void flash_attention(const FlashProblem<float>&, const FlashSettings&);
extern template void flash_attention(const FlashProblem<double>&, const FlashSettings&);

}  // namespace attn

#pragma once

#include <cstddef>
#include <vector>

#include "flash/memory.hpp"
#include "flash/simd.hpp"

namespace attn {

/// Keys and values of one kv head: the cached ones, then the new ones.
struct KeysAndValues {
  HeadRows past_k;
  HeadRows past_v;
  std::size_t n_past = 0;
  std::size_t n_k = 0;
  HeadRows k;
  HeadRows v;
  std::size_t d_k = 0;
  std::size_t d_v = 0;
};

/// Those that one kv head of a batch entry has.
template <class T>
KeysAndValues keys_and_values(const FlashProblem<T>& problem, std::size_t batch, std::size_t kv_head) {
  KeysAndValues source{{},
                       {},
                       problem.n_past,
                       problem.n_k,
                       slice(problem.k, batch, kv_head),
                       slice(problem.v, batch, kv_head),
                       problem.d_k,
                       problem.d_v};
  if (problem.n_past == 0) return source;
  source.past_k = slice(problem.past_k, batch, kv_head);
  source.past_v = slice(problem.past_v, batch, kv_head);
  return source;
}

/// Scratch memory of one thread: one tile of keys and values, as the kernel wants it.
template <class T>
class TileBuffer {
 public:
  /// `row_by_row`: the kernel reads each row from front to back, so that it does not matter how far apart
  /// they lie.
  TileBuffer(std::size_t d_k, std::size_t d_v, bool row_by_row);

  /// Keys [range.begin, range.end). Rows that are T already, and lie close together, are used where they
  /// are; all others are copied (and cost a percent of what 384 queries compute from them). `guarded`: a key
  /// may be hidden from some query, so rows of V that are not finite are taken out as special.
  KeyTile<T> load(const KeysAndValues& source, const Range& range, bool guarded);

 private:
  T* copied_k();
  T* copied_v();
  void set_special_apart(const KeysAndValues& source, std::size_t keys);

  bool row_by_row_;
  std::size_t k_stride_;
  std::size_t v_stride_;
  AlignedBuffer<T> k_;  ///< [tile_keys, k_stride], once it is needed
  AlignedBuffer<T> v_;
  std::vector<std::vector<T>> special_rows_;
  std::vector<SpecialRow<T>> special_;
};

}  // namespace attn

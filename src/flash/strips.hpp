#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "attn/flash.hpp"
#include "flash/memory.hpp"
#include "flash/simd.hpp"

namespace attn {

/// The query rows that read one kv head: those of its first query head, of its second, ...
struct Group {
  std::size_t batch = 0;
  std::size_t kv_head = 0;
  std::size_t first_head = 0;
  std::size_t n_q = 0;

  std::size_t head(std::size_t row) const { return first_head + row / n_q; }
  std::size_t query(std::size_t row) const { return row % n_q; }
};

/// Scratch memory of one thread: some rows of a group, strip by strip, and their running state.
template <class T>
class StripBuffer {
 public:
  StripBuffer(const FlashProblem<T>& problem, const SimdKernel<T>& kernel, std::size_t most_rows);

  /// Begins with these rows of the group.
  void load(const Group& group, const Range& rows);

  /// Whether strips are few queries, whose products run along d.
  bool few() const { return few_; }
  std::size_t size() const { return places_.size(); }
  const Strip<T>& strip(std::size_t i) const { return strips_[i]; }
  /// The rows of a strip, as rows of the group.
  const Range& rows(std::size_t i) const { return places_[i].rows; }
  /// The keys that some row of any strip sees.
  const Range& seen() const { return seen_; }
  /// The keys that every row of every strip sees.
  const Range& seen_by_all() const { return seen_by_all_; }
  /// What of the keys `tile` a strip sees; as places in the tile, without the bias.
  Sight<T> sight(std::size_t i, const Range& tile) const;

 private:
  struct Place {
    Range rows;
    Range seen;         ///< keys that some row sees
    Range seen_by_all;  ///< keys that every row sees
  };
  void load_queries(const Group& group, std::size_t i);
  void load_few_queries(std::size_t i);
  void find_visible(const Group& group, std::size_t i);

  const FlashProblem<T>& problem_;
  std::size_t lanes_;
  bool few_;
  std::size_t rows_of_strip_;
  std::size_t most_width_;
  AlignedBuffer<T> q_;
  AlignedBuffer<T> few_q_;
  AlignedBuffer<T> sum_;
  AlignedBuffer<T> row_max_;
  AlignedBuffer<T> row_sum_;
  AlignedBuffer<Lane<T>> first_;
  AlignedBuffer<Lane<T>> end_;
  std::vector<Strip<T>> strips_;
  std::vector<Place> places_;
  Range seen_;
  Range seen_by_all_;
};

}  // namespace attn

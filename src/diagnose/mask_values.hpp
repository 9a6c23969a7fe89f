#pragma once

#include <functional>
#include <span>
#include <vector>

#include "attn/mask.hpp"
#include "attn/problem.hpp"
#include "attn/raw_problem.hpp"

namespace attn::diagnosis {

/// A cell of the scores.
struct MaskCell {
  std::size_t batch;
  std::size_t head;
  std::size_t query;
  std::size_t key;
};

/// A mask of type "additive" with this value in every cell.
MaskSpec additive(const Sizes& sizes, const std::function<double(const MaskCell&)>& value);

/// One mask among all those of a problem (a padding mask says where the queries of the others stand), as values.
class MaskValues {
 public:
  /// Throws InputError where a mask does not fit. `cached`: queries stand after the cached keys.
  MaskValues(std::span<const MaskSpec> specs, std::size_t index, const Sizes& sizes, bool cached);

  const Mask& mask() const { return *masks_.list()[index_]; }
  double at(const MaskCell& cell) const { return bias_[cell.batch * heads_ + cell.head](cell.query, cell.key); }
  bool hides(const MaskCell& cell) const;
  /// The same mask, as values.
  MaskSpec spec() const;

 private:
  const Sizes& sizes_;
  std::size_t index_;
  std::size_t heads_;
  Masks masks_;
  std::vector<Matrix<double>> bias_;  ///< [batch, heads] of [n_q, n_k]
};

}  // namespace attn::diagnosis

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

/// Which masks are one for all batch entries, or all heads.
struct Varies {
  bool by_batch;
  bool by_head;
};

/// A mask of type "additive" with this value in every cell. Throws InputError where that would be too large.
MaskSpec additive(const Sizes& sizes, const Varies& varies,
                  const std::function<double(const MaskCell&)>& value);

/// One mask among all those of a problem (a padding mask says where the queries of the others stand), as
/// values.
class MaskValues {
 public:
  /// Throws InputError where a mask does not fit. `cached`: queries stand after the cached keys.
  MaskValues(std::span<const MaskSpec> specs, std::size_t index, const Sizes& sizes, bool cached);

  const Mask& mask() const { return *masks_.list()[index_]; }
  double at(const MaskCell& cell) const {
    return bias_[(varies_.by_batch ? cell.batch : 0) * heads_ + (varies_.by_head ? cell.head : 0)](cell.query,
                                                                                                   cell.key);
  }
  bool hides(const MaskCell& cell) const;
  const Varies& varies() const { return varies_; }
  /// A mask with another value in every cell.
  MaskSpec map(const std::function<double(const MaskCell&)>& value) const {
    return additive(sizes_, varies_, value);
  }
  /// The same mask, as values.
  MaskSpec spec() const {
    return map([this](const MaskCell& cell) { return at(cell); });
  }

 private:
  const Sizes& sizes_;
  std::size_t index_;
  Masks masks_;
  Varies varies_;
  std::size_t heads_;                 ///< that have a bias of their own
  std::vector<Matrix<double>> bias_;  ///< [batch, heads] of [n_q, n_k], as far as it varies
};

}  // namespace attn::diagnosis

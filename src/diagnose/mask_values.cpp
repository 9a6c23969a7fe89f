#include "diagnose/mask_values.hpp"

#include "attn/error.hpp"
#include "masks/common.hpp"

namespace attn::diagnosis {

namespace {

/// 64 MB of values. Masks that are larger than that are of problems on which slips are not tried by values.
void refuse_large(const Shape& shape) {
  constexpr std::size_t most = 8 << 20;
  if (element_count(shape) > most) throw InputError("a mask of shape " + to_string(shape) + " is too large");
}

}  // namespace

MaskSpec additive(const Sizes& sizes, const Varies& varies,
                  const std::function<double(const MaskCell&)>& value) {
  const std::size_t batches = varies.by_batch ? sizes.batch : 1;
  const std::size_t heads = varies.by_head ? sizes.heads : 1;
  Array values{{batches, heads, sizes.n_q, sizes.n_k}, {}, false, {}};
  refuse_large(values.shape);
  values.values.reserve(element_count(values.shape));
  for (std::size_t batch = 0; batch < batches; ++batch)
    for (std::size_t head = 0; head < heads; ++head)
      for (std::size_t query = 0; query < sizes.n_q; ++query)
        for (std::size_t key = 0; key < sizes.n_k; ++key)
          values.values.push_back(value({batch, head, query, key}));
  return {"mask", "additive", {{"values", {"mask.values", std::move(values)}}}};
}

MaskValues::MaskValues(std::span<const MaskSpec> specs, std::size_t index, const Sizes& sizes, bool cached)
    : sizes_(sizes),
      index_(index),
      masks_(specs, sizes, cached),
      varies_{mask().varies_by_batch(), mask().varies_by_head()},
      heads_(varies_.by_head ? sizes.heads : 1) {
  const std::size_t batches = varies_.by_batch ? sizes.batch : 1;
  refuse_large({batches, heads_, sizes.n_q, sizes.n_k});
  for (std::size_t batch = 0; batch < batches; ++batch)
    for (std::size_t head = 0; head < heads_; ++head) {
      bias_.emplace_back(xt::zeros<double>({sizes.n_q, sizes.n_k}));
      mask().add({batch, head, {0, sizes.n_q}, {0, sizes.n_k}}, bias_.back());
    }
}

bool MaskValues::hides(const MaskCell& cell) const {
  return at(cell) == hidden;
}

}  // namespace attn::diagnosis

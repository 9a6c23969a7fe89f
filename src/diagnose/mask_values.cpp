#include "diagnose/mask_values.hpp"

#include "masks/common.hpp"

namespace attn::diagnosis {

MaskSpec additive(const Sizes& sizes, const std::function<double(const MaskCell&)>& value) {
  Array values{{sizes.batch, sizes.heads, sizes.n_q, sizes.n_k}, {}, false, {}};
  values.values.reserve(element_count(values.shape));
  for (std::size_t batch = 0; batch < sizes.batch; ++batch)
    for (std::size_t head = 0; head < sizes.heads; ++head)
      for (std::size_t query = 0; query < sizes.n_q; ++query)
        for (std::size_t key = 0; key < sizes.n_k; ++key)
          values.values.push_back(value({batch, head, query, key}));
  return {"mask", "additive", {{"values", {"mask.values", std::move(values)}}}};
}

MaskValues::MaskValues(std::span<const MaskSpec> specs, std::size_t index, const Sizes& sizes, bool cached)
    : sizes_(sizes), index_(index), heads_(sizes.heads), masks_(specs, sizes, cached) {
  for (std::size_t batch = 0; batch < sizes.batch; ++batch)
    for (std::size_t head = 0; head < sizes.heads; ++head) {
      bias_.emplace_back(xt::zeros<double>({sizes.n_q, sizes.n_k}));
      mask().add({batch, head, {0, sizes.n_q}, {0, sizes.n_k}}, bias_.back());
    }
}

bool MaskValues::hides(const MaskCell& cell) const {
  return at(cell) == hidden;
}

MaskSpec MaskValues::spec() const {
  return additive(sizes_, [this](const MaskCell& cell) { return at(cell); });
}

}  // namespace attn::diagnosis

#pragma once

#include "attn/mask.hpp"
#include "attn/problem.hpp"
#include "computed.hpp"

namespace attn::computed {

/// [batch, heads, n_q, n_k].
inline Sizes sizes_of(std::size_t batch, std::size_t heads, std::size_t n_q, std::size_t n_k) {
  Sizes sizes;
  sizes.batch = batch;
  sizes.heads = sizes.kv_heads = heads;
  sizes.n_q = n_q;
  sizes.n_k = n_k;
  return sizes;
}

/// The masks of one head, in full, as text.
inline std::string bias_text(const Masks& masks, const Sizes& sizes, std::size_t batch = 0,
                             std::size_t head = 0) {
  return text(masks.bias({batch, head, {0, sizes.n_q}, {0, sizes.n_k}}));
}

/// The bias of one head without a cache.
inline std::string bias_text(const std::vector<MaskSpec>& specs, const Sizes& sizes, std::size_t batch = 0,
                             std::size_t head = 0) {
  return bias_text(Masks(specs, sizes, false), sizes, batch, head);
}

inline std::string mask_error(const std::vector<MaskSpec>& specs, const Sizes& sizes, bool cached = false) {
  return error_of([&] { Masks(specs, sizes, cached); });
}

inline Array numbers(Shape shape, std::vector<double> values) {
  return {std::move(shape), std::move(values), false, {}};
}

inline Array booleans(Shape shape, std::vector<double> values) {
  return {std::move(shape), std::move(values), true, {}};
}

}  // namespace attn::computed

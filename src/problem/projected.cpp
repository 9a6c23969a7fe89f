#include <fmt/format.h>

#include <array>

#include "attn/error.hpp"
#include "problem/draft.hpp"

namespace attn {

namespace {

/// The axes of a weight matrix as stored: i the rows of x it multiplies, o what comes out, h one matrix per
/// head.
std::array<std::string_view, 2> weight_axes(WeightsLayout layout) {
  if (layout == WeightsLayout::in_out) return {"io", "hio"};
  return {"oi", "hoi"};
}

struct Weights {
  std::size_t in;
  std::size_t heads;
  std::size_t width;  ///< of one head
};

void require_weights(const Input& w, const Weights& expected, std::string_view because) {
  const bool apart = w.has_axis('h');
  Shape shape;
  for (const char axis : w.axes) {
    if (axis == 'h') shape.push_back(expected.heads);
    if (axis == 'i') shape.push_back(expected.in);
    if (axis == 'o') shape.push_back(apart ? expected.width : expected.heads * expected.width);
  }
  require_shape(w, shape, because);
}

/// b: [heads x d], or [heads, d] where the weights are a list with one matrix per head.
void take_bias(Draft& draft, std::string_view key, const Input& w, const Weights& expected) {
  if (!draft.find(key)) return;
  if (w.has_axis('h')) {
    require_shape(take(draft, key, "ho"), {expected.heads, expected.width}, "one row per head");
  } else {
    require_shape(take(draft, key, "o"), {expected.heads * expected.width},
                  "one number per column of " + w.name);
  }
}

Input& take_embeddings(Draft& draft, std::string_view key) {
  constexpr std::array<std::string_view, 2> spellings{"nd", "bnd"};
  return take_by_rank(draft, key, spellings);
}

/// X and X_kv: batch, n_q, n_k, d_model. Returns the width of the rows that K and V are computed from.
std::size_t take_rows(Draft& draft) {
  Sizes& sizes = draft.problem.sizes;
  const Input& x = take_embeddings(draft, "X");
  sizes.batch = x.has_axis('b') ? x.size('b') : 1;
  sizes.n_q = sizes.n_k = x.size('n');
  sizes.d_model = x.size('d');
  if (!draft.find("X_kv")) return sizes.d_model;
  const Input& memory = take_embeddings(draft, "X_kv");
  sizes.n_k = memory.size('n');
  if (memory.axes != x.axes || (x.has_axis('b') && memory.size('b') != sizes.batch))
    throw InputError(
        fmt::format("{}: shape {} does not go with X of shape {}; both are [n, d], or both [batch, n, d] "
                    "with the same batch",
                    memory.where, to_string(memory.array.shape), to_string(x.array.shape)));
  return memory.size('d');
}

void take_apart(Draft& draft, std::size_t memory_width) {
  Sizes& sizes = draft.problem.sizes;
  const auto axes = weight_axes(draft.problem.options.weights_layout);
  const Input& w_q = take_by_rank(draft, "W_Q", axes);
  const Input& w_k = take_by_rank(draft, "W_K", axes);
  sizes.heads = count_or(draft, "heads", w_q.size('h'), 1);
  sizes.kv_heads = count_or(draft, "kv_heads", w_k.size('h'), sizes.heads);
  require_groups(draft, w_k);
  sizes.d_k = divide(w_q, "heads", w_q.size('o'), w_q.has_axis('h') ? 1 : sizes.heads);
  const Weights q{sizes.d_model, sizes.heads, sizes.d_k};
  const Weights k{memory_width, sizes.kv_heads, sizes.d_k};
  require_weights(w_q, q, fmt::format("d_model {}", sizes.d_model));
  require_weights(w_k, k, fmt::format("kv_heads {} x d_k {}", sizes.kv_heads, sizes.d_k));
  take_bias(draft, "b_Q", w_q, q);
  take_bias(draft, "b_K", w_k, k);
  if (!draft.find("W_V")) {
    if (const Setting* bias = draft.find("b_V"))
      throw InputError(bias->where + ": there is no W_V to go with it");
    return;
  }
  const Input& w_v = take_by_rank(draft, "W_V", axes);
  sizes.d_v = divide(w_v, "kv_heads", w_v.size('o'), w_v.has_axis('h') ? 1 : sizes.kv_heads);
  const Weights v{memory_width, sizes.kv_heads, sizes.d_v};
  require_weights(w_v, v, fmt::format("kv_heads {} x d_v {}", sizes.kv_heads, sizes.d_v));
  take_bias(draft, "b_V", w_v, v);
}

void refuse_apart(const Draft& draft) {
  for (const std::string_view key : {"W_Q", "W_K", "W_V", "b_Q", "b_K", "b_V"})
    if (const Setting* setting = draft.find(key))
      throw InputError(fmt::format("{}: W_QKV is given too; give one fused matrix or three", setting->where));
}

void take_fused(Draft& draft, std::size_t memory_width) {
  refuse_apart(draft);
  Sizes& sizes = draft.problem.sizes;
  const Input& w = take(draft, "W_QKV", weight_axes(draft.problem.options.weights_layout)[0]);
  const Setting* packing = draft.find("qkv_packing");
  if (!packing)
    throw InputError(w.where +
                     ": say \"qkv_packing\": \"q_k_v\" (all of Q, all of K, all of V) or \"per_head\"");
  draft.problem.options.qkv_packing = choice(*packing, qkv_packings);
  sizes.heads = count_or(draft, "heads", 0, 1);
  sizes.kv_heads = count_or(draft, "kv_heads", 0, sizes.heads);
  require_groups(draft, w);
  const Setting* d_k = draft.find("d_k");
  sizes.d_k =
      d_k ? count(*d_k) : divide(w, "heads of Q, K and V", w.size('o'), sizes.heads + 2 * sizes.kv_heads);
  const std::size_t q_and_k = (sizes.heads + sizes.kv_heads) * sizes.d_k;
  if (w.size('o') <= q_and_k)
    throw InputError(
        fmt::format("{}: shape {}: with d_k {} the columns of Q and K alone are {}, none are left for V",
                    w.where, to_string(w.array.shape), sizes.d_k, q_and_k));
  const std::size_t rest = w.size('o') - q_and_k;
  sizes.d_v = divide(w, "kv_heads of V", rest, sizes.kv_heads);
  require_weights(w, {sizes.d_model, 1, w.size('o')}, fmt::format("d_model {}", sizes.d_model));
  require_weights(w, {memory_width, 1, w.size('o')}, fmt::format("columns of X_kv {}", memory_width));
  if (draft.find("b_QKV"))
    require_shape(take(draft, "b_QKV", "o"), {w.size('o')}, "one number per column of W_QKV");
}

}  // namespace

void take_projected(Draft& draft) {
  const std::size_t memory_width = take_rows(draft);
  if (draft.find("W_QKV")) return take_fused(draft, memory_width);
  for (const std::string_view key : {"b_QKV", "qkv_packing"})
    if (const Setting* setting = draft.find(key))
      throw InputError(setting->where + ": there is no W_QKV to go with it");
  take_apart(draft, memory_width);
}

}  // namespace attn

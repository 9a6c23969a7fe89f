#include <array>

#include "attn/trace.hpp"

namespace attn {
namespace {

constexpr std::array names{
    // What the problem gives, where it is not yet Q, K and V of a head.
    StepName{"X", "token embeddings", "[n, d_model]"},
    StepName{"X_kv", "embeddings that keys and values are made of, in cross-attention", "[n_k, d_model]"},
    StepName{"W_Q", "query projection, as it is stored", "[d_model, heads·d_k]"},
    StepName{"W_K", "key projection, as it is stored", "[d_model, kv_heads·d_k]"},
    StepName{"W_V", "value projection, as it is stored", "[d_model, kv_heads·d_v]"},
    StepName{"W_O", "output projection, as it is stored", "[heads·d_v, d_out]"},
    StepName{"b_Q", "query bias", "[heads·d_k]"},
    StepName{"b_K", "key bias", "[kv_heads·d_k]"},
    StepName{"b_V", "value bias", "[kv_heads·d_v]"},
    StepName{"b_O", "output bias", "[d_out]"},
    StepName{"W_QKV", "fused projection, as it is stored", "[d_model, q_k_v]"},
    StepName{"b_QKV", "fused bias", "[q_k_v]"},
    StepName{"past_K", "cached keys", "[n_past, d_k]"},
    StepName{"past_V", "cached values", "[n_past, d_v]"},
    StepName{"K_new", "keys that are not cached", "[n, d_k]"},
    StepName{"V_new", "values that are not cached", "[n, d_v]"},
    StepName{"mask", "all masks added up: 0 where a key is seen, -inf where not, or a finite term",
             "[n_q, n_k]"},

    // The pipeline.
    StepName{"Q", "queries", "[n_q, d_k]"},
    StepName{"K", "keys, cached ones first", "[n_k, d_k]"},
    StepName{"V", "values, cached ones first", "[n_k, d_v]"},
    StepName{"scores", "Q·Kᵀ, raw", "[n_q, n_k]"},
    StepName{"scaled", "scores · scale", "[n_q, n_k]"},
    StepName{"capped", "c·tanh(scaled / c), only with softcap", "[n_q, n_k]"},
    StepName{"masked", "plus the mask, only with one", "[n_q, n_k]"},
    StepName{"row_max", "m, the largest score of each query; tiled: of the tiles so far", "[n_q]"},
    StepName{"shifted", "minus the row maximum", "[n_q, n_k]"},
    StepName{"exp", "the exponential", "[n_q, n_k]"},
    StepName{"row_sum", "l, the sum of each row; tiled: of the tiles so far", "[n_q]"},
    StepName{"weights", "A, the attention weights: exp / row_sum", "[n_q, n_k]"},
    StepName{"lse", "natural log-sum-exp, m + ln l", "[n_q]"},
    StepName{"context", "A·V of one head", "[n_q, d_v]"},
    StepName{"concat", "the contexts of all heads side by side", "[n_q, heads·d_v]"},
    StepName{"output", "after W_O and b_O; without these concat, with one head context", "[n_q, d_out]"},

    // Tiled only.
    StepName{"tile_max", "the largest score of each query in this tile", "[n_q]"},
    StepName{"tile_sum", "the sum of each row of this tile", "[n_q]"},
    StepName{"correction", "e^(m_old - m_new), by which what was summed up before shrinks", "[n_q]"},
    StepName{"accumulator", "O before the division by l, of the tiles so far", "[n_q, d_v]"},
    StepName{"skipped", "stands for a tile whose keys are all hidden", "[0, 0]"},
};

}  // namespace

std::span<const StepName> step_names() {
  return names;
}

}  // namespace attn

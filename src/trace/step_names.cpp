#include <array>

#include "attn/trace.hpp"

namespace attn {
namespace {

constexpr std::array names{
    // What the problem gives, where it is not yet Q, K and V of a head.
    StepName{"X", "token embeddings", "[n, d_model]", "X", "token embeddings"},
    StepName{"X_kv", "embeddings that keys and values are made of, in cross-attention", "[n_k, d_model]",
             "X_kv", "embeddings of the memory"},
    StepName{"W_Q", "query projection, as it is stored", "[d_model, heads·d_k]", "W_Q", "query projection"},
    StepName{"W_K", "key projection, as it is stored", "[d_model, kv_heads·d_k]", "W_K", "key projection"},
    StepName{"W_V", "value projection, as it is stored", "[d_model, kv_heads·d_v]", "W_V",
             "value projection"},
    StepName{"W_O", "output projection, as it is stored", "[heads·d_v, d_out]", "W_O", "output projection"},
    StepName{"b_Q", "query bias", "[heads·d_k]", "b_Q", "query bias"},
    StepName{"b_K", "key bias", "[kv_heads·d_k]", "b_K", "key bias"},
    StepName{"b_V", "value bias", "[kv_heads·d_v]", "b_V", "value bias"},
    StepName{"b_O", "output bias", "[d_out]", "b_O", "output bias"},
    StepName{"W_QKV", "fused projection, as it is stored", "[d_model, q_k_v]", "W_QKV", "fused projection"},
    StepName{"b_QKV", "fused bias", "[q_k_v]", "b_QKV", "fused bias"},
    StepName{"past_K", "cached keys", "[n_past, d_k]", "K_past", "cached keys"},
    StepName{"past_V", "cached values", "[n_past, d_v]", "V_past", "cached values"},
    StepName{"K_new", "keys that are not cached", "[n, d_k]", "K_new", "new keys"},
    StepName{"V_new", "values that are not cached", "[n, d_v]", "V_new", "new values"},
    StepName{"mask", "all masks added up: 0 where a key is seen, -inf where not, or a finite term",
             "[n_q, n_k]", "M", "mask"},

    // The pipeline.
    StepName{"Q", "queries", "[n_q, d_k]", "Q", "queries"},
    StepName{"K", "keys, cached ones first", "[n_k, d_k]", "K", "keys"},
    StepName{"V", "values, cached ones first", "[n_k, d_v]", "V", "values"},
    StepName{"scores", "Q·Kᵀ, raw", "[n_q, n_k]", "S", "raw scores"},
    StepName{"scaled", "scores · scale", "[n_q, n_k]", "S_scaled", "scaled scores"},
    StepName{"capped", "c·tanh(scaled / c), only with softcap", "[n_q, n_k]", "S_capped",
             "softcapped scores"},
    StepName{"masked", "plus the mask, only with one", "[n_q, n_k]", "S_masked", "masked scores"},
    StepName{"row_max", "m, the largest score of each query; tiled: of the tiles so far", "[n_q]", "m",
             "row maxima"},
    StepName{"shifted", "minus the row maximum", "[n_q, n_k]", "S_shifted", "scores minus the row maximum"},
    StepName{"exp", "the exponential", "[n_q, n_k]", "P", "exponentials"},
    StepName{"row_sum", "l, the sum of each row; tiled: of the tiles so far", "[n_q]", "ℓ", "row sums"},
    StepName{"weights", "A, the attention weights: exp / row_sum", "[n_q, n_k]", "A", "attention weights"},
    StepName{"lse", "natural log-sum-exp, m + ln l", "[n_q]", "L", "log-sum-exp"},
    StepName{"context", "A·V of one head", "[n_q, d_v]", "C", "context"},
    StepName{"concat", "the contexts of all heads side by side", "[n_q, heads·d_v]", "C_all",
             "contexts side by side"},
    StepName{"output", "after W_O and b_O; without these concat, with one head context", "[n_q, d_out]", "O",
             "output"},

    // Tiled only.
    StepName{"tile_max", "the largest score of each query in this tile", "[n_q]", "m_tile",
             "row maxima of the tile"},
    StepName{"tile_sum", "the sum of each row of this tile", "[n_q]", "ℓ_tile", "row sums of the tile"},
    StepName{"correction", "e^(m_old - m_new), by which what was summed up before shrinks", "[n_q]", "α",
             "correction factors"},
    StepName{"accumulator", "O before the division by l, of the tiles so far", "[n_q, d_v]", "~O",
             "output before the division"},
    StepName{"skipped", "stands for a tile whose keys are all hidden", "[0, 0]", "",
             "tile without a visible key"},
};

}  // namespace

std::span<const StepName> step_names() {
  return names;
}

}  // namespace attn

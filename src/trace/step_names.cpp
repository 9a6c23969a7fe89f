#include <array>

#include "attn/trace.hpp"

namespace attn {
namespace {

constexpr std::array names{
    // What the problem gives, where it is not yet Q, K and V of a head.
    StepName{"X", "token embeddings", "[n, d_model]", "X"},
    StepName{"X_kv", "embeddings that keys and values are made of, in cross-attention", "[n_k, d_model]",
             "X_kv"},
    StepName{"W_Q", "query projection, as it is stored", "[d_model, heads·d_k]", "W_Q"},
    StepName{"W_K", "key projection, as it is stored", "[d_model, kv_heads·d_k]", "W_K"},
    StepName{"W_V", "value projection, as it is stored", "[d_model, kv_heads·d_v]", "W_V"},
    StepName{"W_O", "output projection, as it is stored", "[heads·d_v, d_out]", "W_O"},
    StepName{"b_Q", "query bias", "[heads·d_k]", "b_Q"},
    StepName{"b_K", "key bias", "[kv_heads·d_k]", "b_K"},
    StepName{"b_V", "value bias", "[kv_heads·d_v]", "b_V"},
    StepName{"b_O", "output bias", "[d_out]", "b_O"},
    StepName{"W_QKV", "fused projection, as it is stored", "[d_model, q_k_v]", "W_QKV"},
    StepName{"b_QKV", "fused bias", "[q_k_v]", "b_QKV"},
    StepName{"past_K", "cached keys", "[n_past, d_k]", "K_past"},
    StepName{"past_V", "cached values", "[n_past, d_v]", "V_past"},
    StepName{"K_new", "keys that are not cached", "[n, d_k]", "K_new"},
    StepName{"V_new", "values that are not cached", "[n, d_v]", "V_new"},
    StepName{"mask", "all masks added up: 0 where a key is seen, -inf where not, or a finite term",
             "[n_q, n_k]", "M"},

    // The pipeline.
    StepName{"Q", "queries", "[n_q, d_k]", "Q"},
    StepName{"K", "keys, cached ones first", "[n_k, d_k]", "K"},
    StepName{"V", "values, cached ones first", "[n_k, d_v]", "V"},
    StepName{"scores", "Q·Kᵀ, raw", "[n_q, n_k]", "S"},
    StepName{"scaled", "scores · scale", "[n_q, n_k]", "S_scaled"},
    StepName{"capped", "c·tanh(scaled / c), only with softcap", "[n_q, n_k]", "S_capped"},
    StepName{"masked", "plus the mask, only with one", "[n_q, n_k]", "S_masked"},
    StepName{"row_max", "m, the largest score of each query; tiled: of the tiles so far", "[n_q]", "m"},
    StepName{"shifted", "minus the row maximum", "[n_q, n_k]", "S_shifted"},
    StepName{"exp", "the exponential", "[n_q, n_k]", "P"},
    StepName{"row_sum", "l, the sum of each row; tiled: of the tiles so far", "[n_q]", "ℓ"},
    StepName{"weights", "A, the attention weights: exp / row_sum", "[n_q, n_k]", "A"},
    StepName{"lse", "natural log-sum-exp, m + ln l", "[n_q]", "L"},
    StepName{"context", "A·V of one head", "[n_q, d_v]", "C"},
    StepName{"concat", "the contexts of all heads side by side", "[n_q, heads·d_v]", "C_all"},
    StepName{"output", "after W_O and b_O; without these concat, with one head context", "[n_q, d_out]", "O"},

    // Tiled only.
    StepName{"tile_max", "the largest score of each query in this tile", "[n_q]", "m_tile"},
    StepName{"tile_sum", "the sum of each row of this tile", "[n_q]", "ℓ_tile"},
    StepName{"correction", "e^(m_old - m_new), by which what was summed up before shrinks", "[n_q]", "α"},
    StepName{"accumulator", "O before the division by l, of the tiles so far", "[n_q, d_v]", "~O"},
    StepName{"skipped", "stands for a tile whose keys are all hidden", "[0, 0]", ""},
};

}  // namespace

std::span<const StepName> step_names() {
  return names;
}

}  // namespace attn

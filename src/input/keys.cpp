#include <array>

#include "attn/read.hpp"

namespace attn {

namespace {

/// A new key is a row here. Its kind names a row of `value_kinds()`, which says how its value is read.
constexpr std::array keys{
    ProblemKey{"title", "text", "heads the trace"},
    ProblemKey{"notes", "text", "free text, carried into the trace"},
    ProblemKey{"tokens", "tokens", "names of the rows: a list, or {\"query\": [...], \"key\": [...]}"},
    ProblemKey{"Q", "array", "queries, instead of X and W_Q"},
    ProblemKey{"K", "array", "keys, instead of X and W_K"},
    ProblemKey{"V", "array", "values; without them the pipeline ends at the weights"},
    ProblemKey{"X", "array", "token embeddings [n, d_model]"},
    ProblemKey{"X_kv", "array", "the memory of cross-attention (default: X)"},
    ProblemKey{"W_Q", "array", "projection of the queries; a list is one matrix per head"},
    ProblemKey{"W_K", "array", "projection of the keys"},
    ProblemKey{"W_V", "array", "projection of the values"},
    ProblemKey{"W_O", "array", "projection of the output"},
    ProblemKey{"b_Q", "array", "bias of the queries"},
    ProblemKey{"b_K", "array", "bias of the keys"},
    ProblemKey{"b_V", "array", "bias of the values"},
    ProblemKey{"b_O", "array", "bias of the output"},
    ProblemKey{"W_QKV", "array", "the three projections fused; needs qkv_packing"},
    ProblemKey{"b_QKV", "array", "bias of the fused projection"},
    ProblemKey{"qkv_packing", "name", "in which order the columns of W_QKV stand"},
    ProblemKey{"weights_layout", "name", "how weight matrices are stored (default: in_out)"},
    ProblemKey{"layout", "name", "what the axes of Q, K and V are (default: by their rank)"},
    ProblemKey{"heads", "number", "query heads (default: 1)"},
    ProblemKey{"kv_heads", "number", "key/value heads (default: heads)"},
    ProblemKey{"d_k", "number", "length of a key, where scores are given"},
    ProblemKey{"scale", "number", "what the scores are multiplied by (default: 1/sqrt(d_k))"},
    ProblemKey{"softcap", "number", "c: scores become c tanh(s / c), after the scale and before the mask"},
    ProblemKey{"mask", "masks", "a mask or a list of masks, which are added up"},
    ProblemKey{"past", "past", "cached keys and values before the new ones: {\"K\": ..., \"V\": ...}"},
    ProblemKey{"softmax", "name",
               "safe (default): the row maximum is subtracted before the exponential; naive: it is not"},
    ProblemKey{"empty_row", "name", "what a row with no visible key gives (default: zero)"},
    ProblemKey{"tile", "tile", "size of the tiles: {\"rows\": B_r, \"cols\": B_c}"},
    ProblemKey{"scores", "array", "start here: raw scores; needs scale or d_k"},
    ProblemKey{"scaled", "array", "start here: scaled scores"},
    ProblemKey{"expect", "expectations", "what steps should give: step names and their values"},
    ProblemKey{"tolerance", "tolerances",
               "{\"atol\": ..., \"rtol\": ...}, or one of these per step and \"default\""},
    ProblemKey{"compare", "name", "how expectations are compared (default: tolerance)"},
};

}  // namespace

std::span<const ProblemKey> problem_keys() {
  return keys;
}

}  // namespace attn

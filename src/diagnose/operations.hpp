#pragma once

#include "attn/op.hpp"

// Operations that are no part of attention: what kernels compute by mistake. They are not in `ops()`.
namespace attn::diagnosis::mistaken {

extern const Op add_finite;      ///< x, mask: x + mask where it is finite, x where it hides
extern const Op add_plainly;     ///< x, mask: x + mask, NaN included
extern const Op fill_hidden;     ///< x, mask; Number: x + mask where it is finite, the number where it hides
extern const Op add_product;     ///< x, mask: x plus (0 or 1) times -inf
extern const Op masked_weights;  ///< exp, row_sum, mask: exp / row_sum, then 0 where hidden
extern const Op softmax_over_queries;  ///< x: every column sums up to 1
extern const Op softmax_across;        ///< x, and the same matrix of every head: exp(x) / their sum
extern const Op split_unswapped;       ///< all heads side by side; Number, of which head: as if [heads, n, d]
extern const Op merge_unswapped;       ///< every head's context: [heads, n, d] taken for [n, heads d]
extern const Op lse_plus_inf;          ///< as lse; +inf for a row that sees no key
extern const Op mean;                  ///< of its operands
extern const Op square;                ///< of every cell

}  // namespace attn::diagnosis::mistaken

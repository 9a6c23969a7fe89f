#pragma once

#include "attn/mask.hpp"

namespace attn {

// One file each; `mask_types()` is their table.
extern const MaskType causal_mask;
extern const MaskType window_mask;
extern const MaskType padding_mask;
extern const MaskType boolean_mask;
extern const MaskType additive_mask;
extern const MaskType alibi_mask;

}  // namespace attn

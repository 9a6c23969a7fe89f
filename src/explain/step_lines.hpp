#pragma once

#include "attn/render.hpp"

namespace attn {

/// Each cell's arithmetic, a line for each. Of a step with many cells nothing but how it can be had, unless
/// `options.full`; of one that is given, or that the fused kernel computed, nothing.
void write_step_lines(Output& output, const Step& step, const Tokens& tokens, const RenderOptions& options);

}  // namespace attn

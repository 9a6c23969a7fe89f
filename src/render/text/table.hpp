#pragma once

#include <fmt/format.h>

#include "attn/render.hpp"

namespace attn {

/// The values of a step as columns of text with labels. Long and wide ones are cut in the middle unless
/// `options.full`. Rows are handed to `output` one by one.
void write_table(Output& output, const Step& step, const Tokens& tokens, const RenderOptions& options);

}  // namespace attn

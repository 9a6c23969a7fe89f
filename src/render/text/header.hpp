#pragma once

#include <fmt/format.h>

#include "attn/render.hpp"

namespace attn {

/// Title, version, sizes, and every convention in words.
void append_text_header(fmt::memory_buffer& out, const TraceHeader& header, const RenderOptions& options);

}  // namespace attn

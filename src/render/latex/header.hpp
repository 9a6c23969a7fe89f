#pragma once

#include <string>

#include "attn/render.hpp"

namespace attn {

/// Title, notes, and sizes and conventions as a list.
std::string latex_header(const TraceHeader& header, const RenderOptions& options);

}  // namespace attn

#pragma once

#include <string>

#include "render/heatmap.hpp"

namespace attn {

/// The heatmap as SVG.
std::string draw(const Heatmap& heatmap);

}  // namespace attn

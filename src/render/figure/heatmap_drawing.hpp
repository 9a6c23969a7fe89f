#pragma once

#include <string>

#include "render/figure/heatmap.hpp"

namespace attn {

/// The heatmap as SVG.
std::string draw(const Heatmap& heatmap);

}  // namespace attn

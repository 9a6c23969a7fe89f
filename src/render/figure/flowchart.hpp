#pragma once

#include <string>
#include <string_view>

#include "attn/render.hpp"
#include "render/figure/diagram.hpp"

namespace attn {

/// A diagram in the language of Mermaid.
std::string flowchart(const Diagram& diagram, std::string_view title, const RenderOptions& options);

}  // namespace attn

#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "attn/render.hpp"

namespace attn {

/// A line of what is said of a trace as a whole: "scale", "0.7071 (1/√d_k)". A line without a label goes on
/// with the one before.
struct HeaderLine {
  std::string_view label;
  std::string text;
};

/// Sizes, and every convention in words.
std::vector<HeaderLine> header_lines(const TraceHeader& header, const RenderOptions& options);

}  // namespace attn

#pragma once

#include <cstddef>
#include <string>

#include "render/latex/notation.hpp"

namespace attn {

struct LabelledMatrix {
  std::string text;
  std::size_t width;  ///< about so many digits
};

/// The values of a step in brackets; tokens stand before their rows and above their columns.
LabelledMatrix labelled_matrix(const Step& step, const Tokens& tokens, const LatexNotation& latex,
                               const RenderOptions& options);

}  // namespace attn

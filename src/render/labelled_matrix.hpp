#pragma once

#include <cstddef>
#include <string>

#include "render/latex/notation.hpp"
#include "render/printed_matrix.hpp"

namespace attn {

struct LabelledMatrix {
  std::string text;
  std::size_t width;  ///< about so many digits
};

/// Values of a step in brackets; tokens stand before their rows and above their columns.
LabelledMatrix labelled_matrix(const Step& step, const ShownCells& shown, const Tokens& tokens,
                               const LatexNotation& latex, const RenderOptions& options);

}  // namespace attn

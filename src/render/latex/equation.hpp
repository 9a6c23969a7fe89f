#pragma once

#include <string>
#include <vector>

#include "render/latex/notation.hpp"

namespace attn {

/// A step as a displayed equation with its numbers: S = Q K^{\top} = [1 0; 0 2] [1 0; 1 1] = [1 0; 2 2], the
/// operands written out where they are small, on several lines where one is too short, which LaTeX finds out.
/// Tokens label the result. A result that is too high for a page, or far too wide for a line, is in parts,
/// S[0:30], a display for each, the first of them behind the equation.
std::vector<std::string> latex_displays(const Step& step, const LatexNotation& latex, const Tokens& tokens,
                                        const RenderOptions& options);

}  // namespace attn

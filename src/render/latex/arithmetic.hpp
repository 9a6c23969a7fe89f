#pragma once

#include <string>
#include <vector>

#include "render/latex/notation.hpp"

namespace attn {

/// How each number of a step comes about, as rows of an `aligned` environment: "S_{1,1} &= 1 \cdot 2 = 2". A
/// weighted sum row by row: 0.67 [2 0] + 0.33 [1 3]. "=" stands where the printed numbers give the printed
/// result, ≈ where they do not. None for what is given or copied.
std::vector<std::string> arithmetic_lines(const Step& step, const LatexNotation& latex,
                                          const RenderOptions& options);

/// Whether a step has arithmetic, but too much of it to be printed.
bool has_too_much_arithmetic(const Step& step, const RenderOptions& options);

}  // namespace attn

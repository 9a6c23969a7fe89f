#pragma once

#include <functional>

#include "attn/formula.hpp"

namespace attn {

/// What the arithmetic of a cell gives where its leaves, cells and numbers, have these values.
double value_of(const CellFormula& formula, const std::function<double(const CellFormula& leaf)>& leaf);

}  // namespace attn

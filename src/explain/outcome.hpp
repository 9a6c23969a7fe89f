#pragma once

#include "attn/formula.hpp"

namespace attn {

/// What an arithmetic gives in double precision, and what its rounding is measured against: the same with
/// every number and every difference taken by its size, so that what cancels counts too.
struct Outcome {
  double value = 0;
  double magnitude = 0;
};

Outcome outcome_of(const CellFormula& formula);

}  // namespace attn

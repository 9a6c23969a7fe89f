#pragma once

#include <functional>

#include "attn/formula.hpp"

namespace attn {

/// What an arithmetic gives in double precision, and what is known of its rounding.
struct Outcome {
  double value = 0;
  /// What rounding is measured against: the same with every number and every difference taken by its size, so
  /// that what cancels counts too.
  double magnitude = 0;
  /// Nothing was rounded: all numbers are of so few bits.
  bool is_exact = false;
  /// A power of e, or the like, which no decimal is.
  bool is_irrational = false;
};

/// Of a number that stands for itself.
Outcome outcome_of(double number);

/// `leaf`: the value of a cell or number of the arithmetic.
Outcome outcome_of(const CellFormula& formula, const std::function<double(const CellFormula& leaf)>& leaf);
Outcome outcome_of(const CellFormula& formula);

/// Whether the arithmetic gives the number that is printed as `shown`, to multiples of `unit`. Decimals are
/// rounded in binary, so 0.1 + 0.2 is 0.3; where so many are printed that this shows, only what is exact in
/// binary is meant.
bool gives(const Outcome& outcome, double shown, double unit);

}  // namespace attn

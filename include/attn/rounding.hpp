#pragma once

#include "attn/options.hpp"

namespace attn {

/// What rounding does to a number. Of two computations that are held against each other: of both together.
struct Rounding {
  double unit = 0;       ///< the unit roundoff: the largest relative error of one rounding
  double underflow = 0;  ///< the largest absolute error of a result that is too small for the format
};

/// What is too small becomes 0 where a machine flushes to zero, as many kernels let it: the error is the
/// smallest normal number. Half precision would lose too much by that and is never flushed: half a subnormal
/// step.
constexpr Rounding rounding_of(Precision precision) {
  constexpr std::array<double, 4> underflows{0x1p-1022, 0x1p-126, 0x1p-126, 0x1p-25};
  return {unit_roundoff(precision), underflows[static_cast<std::size_t>(precision)]};
}

constexpr Rounding operator+(const Rounding& one, const Rounding& other) {
  return {one.unit + other.unit, one.underflow + other.underflow};
}

}  // namespace attn

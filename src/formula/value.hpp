#pragma once

#include "attn/formula.hpp"

namespace attn {

/// Whether a formula is made of sums, products and quotients alone, of which IEEE 754 fixes every bit:
/// wherever it is calculated, in double precision and from left to right, it gives the same.
bool is_reproducible(const Formula& formula);

/// The value of the cell [row, column] of a reproducible formula.
double value_of(const Formula& formula, std::size_t row, std::size_t column, const OperandValue& operand);

}  // namespace attn

#pragma once

#include <fmt/format.h>

#include "attn/tensor.hpp"

namespace attn {

/// How the numbers of one matrix are written for people, so that its columns agree.
struct Decimals {
  int count = 4;
  bool scientific = false;
};

/// Fixed decimals, or scientific notation where these would show nothing but zeros or more than seven digits
/// in front.
Decimals decimals_for(const Matrix<double>& values, int count);
/// The same for numbers of which the largest finite magnitude is known.
Decimals decimals_for(double largest, int count);

/// Appends a number rounded to nearest, ties to even, of the exact double; zero has no sign; inf, -inf and
/// nan are words.
void append_number(fmt::memory_buffer& out, double value, Decimals decimals);

/// What the last digit that is printed counts.
double unit_of(double value, Decimals decimals);

/// The number that a reader of that text reads.
double as_printed(double value, Decimals decimals);

}  // namespace attn

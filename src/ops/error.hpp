#pragma once

// How large rounding errors are: what the `error` functions of operations share. A bound is made of two
// parts: how far the result moves when operands move within their bounds, and the roundings of the operation,
// of operands that have moved. That it holds between two computations, for the rounding of both together, is
// the triangle inequality: each of the two rounding errors is at most that part for its own unit roundoff,
// and (1 + u)^n - 1 is superadditive in u.
//
// Sources: N. J. Higham, Accuracy and Stability of Numerical Algorithms, 2nd ed., SIAM 2002, chapters 2 to 4.
// Of the softmax as a whole: P. Blanchard, D. J. Higham, N. J. Higham, Accurately computing the log-sum-exp
// and softmax functions, IMA J. Numer. Anal. 41 (2021).

#include <cmath>
#include <cstddef>
#include <span>
#include <utility>

#include "attn/op.hpp"

namespace attn::op {

/// What exp, log and tanh are granted, in roundings. glibc documents 1 to 2 ulp, vectorised libraries up
/// to 4.
inline constexpr std::size_t function_roundings = 4;

/// The error of a number that has gone through `roundings` roundings, and is at most `magnitude` before them:
/// (1 + u)^n - 1 times that. It is Higham's lemma 3.1 short of the step to gamma_n = n u / (1 - n u), which
/// is more and holds only where n u < 1. Each rounding of a sum of products is one of a product and one of a
/// sum, which may underflow. 0 is exact.
double rounding_error(std::size_t roundings, double magnitude, const Rounding& rounding);

/// The same for a number as given: 0 where no format of this unit roundoff has to round it.
double input_error(std::size_t roundings, double number, const Rounding& rounding);

/// A number, and how far off it may be elsewhere.
struct Bounded {
  double value = 0;
  double error = 0;
  double most() const { return std::abs(value) + error; }
};

/// Cell (i, j) of an operand; of a column, which broadcasts, cell (i, 0).
inline Bounded cell_of(const BoundedOperands& operands, std::size_t operand, std::size_t i, std::size_t j) {
  const Matrix<double>& values = operands.values[operand];
  const std::size_t column = values.shape(1) == 1 ? 0 : j;
  return {values(i, column), operands.bounds[operand](i, column)};
}

template <class Error, std::size_t... index>
Matrix<double> cellwise(const BoundedOperands& operands, Error error, std::index_sequence<index...>) {
  const Matrix<double>& shaped = operands.values[0];
  Matrix<double> result = xt::empty<double>({shaped.shape(0), shaped.shape(1)});
  for (std::size_t i = 0; i < shaped.shape(0); ++i)
    for (std::size_t j = 0; j < shaped.shape(1); ++j) result(i, j) = error(cell_of(operands, index, i, j)...);
  return result;
}

/// `error(x, y, ...)` of the cells of the first `count` operands, over the shape of the first one.
template <std::size_t count, class Error>
Matrix<double> cellwise(const BoundedOperands& operands, Error error) {
  return cellwise(operands, error, std::make_index_sequence<count>());
}

/// 0 everywhere.
Matrix<double> no_error(const Node& node);

/// How far the largest of some numbers may be off: it is in [max (x - e), max (x + e)].
double error_of_largest(std::span<const double> values, std::span<const double> errors);

/// The absolute values of an operand, its bounds, and their sum.
struct Magnitudes {
  Matrix<double> size;
  Matrix<double> error;
  Matrix<double> most;
};

Magnitudes magnitudes_of(const BoundedOperands& operands, std::size_t operand, bool transposed = false);

/// Sums, one in each cell, in any order.
struct Sums {
  Matrix<double> magnitude;  ///< what the absolute values of the terms add up to, at most
  Matrix<double> moved;      ///< how far they are off because of their operands
  Matrix<double> terms;      ///< [rows, 1]

  /// `more`: roundings that a term may go through beside those of its sum.
  Matrix<double> error(std::size_t more, const Rounding& rounding) const;
};

/// Of a · b; with a bias, of those keys that it does not hide.
Sums sums_of_products(const Magnitudes& a, const Magnitudes& b, const Matrix<double>* bias = nullptr);

}  // namespace attn::op

#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>

#include "attn/options.hpp"
#include "attn/tensor.hpp"

namespace attn {

/// How far two numbers are apart. NaN equals NaN; infinities are equal by sign. What cannot be measured (one
/// of the two is NaN or infinite) is infinitely far.
struct Gap {
  double abs = 0;
  double rel = 0;  ///< abs / |expected|; infinite where that is 0
  double ulp = 0;  ///< numbers of their type between the two
};

/// `precision`: in whose numbers ulps are counted.
Gap gap_between(double actual, double expected, Precision precision = Precision::float64);

/// What a comparison lets pass: a cell passes where any of these allows it. Nothing said: equal numbers
/// alone.
struct Tolerance {
  std::optional<double> atol = {};  ///< |actual - expected| <= atol + rtol |expected|
  std::optional<double> rtol = {};
  std::optional<double> ulp = {};  ///< at most so many numbers of their type apart
  /// Within the forward error bound of the step, for numbers that were computed in this precision.
  std::optional<Precision> derived = {};

  bool empty() const { return !atol && !rtol && !ulp && !derived; }
};

/// What passes where nobody says what: differences of the last digits of float32 numbers around one.
inline constexpr Tolerance usual_tolerance{.atol = 1e-9, .rtol = 1e-6};

/// A cell that was expected to hold another number.
struct CellDifference {
  std::size_t row = 0;  ///< from 0, in the matrix that was compared
  std::size_t column = 0;
  double expected = 0;
  double actual = 0;
  Gap gap;
  double allowed = 0;  ///< the largest |actual - expected| that passes here
};

/// How one matrix agrees with what was expected of it.
struct Comparison {
  std::size_t cells = 0;      ///< that were compared
  std::size_t unstated = 0;   ///< that were not: the expectation leaves them open
  std::size_t nan_pairs = 0;  ///< cells where both are NaN, which is equal
  std::size_t differing = 0;
  std::optional<CellDifference> first;  ///< in reading order
  std::optional<CellDifference> worst;  ///< the furthest beyond what is allowed
  Gap largest;                          ///< each by itself, over all cells
  /// What would have let every cell pass, each kind by itself; infinite where nothing would.
  Tolerance passing;
};

/// Two matrices of one shape.
struct Compared {
  const Matrix<double>& actual;
  const Matrix<double>& expected;
  std::span<const std::size_t> unstated = {};  ///< flat indices, ascending
  const Matrix<double>* bound = nullptr;       ///< for `derived`: the largest error that rounding explains
  Precision precision = Precision::float64;    ///< in whose numbers ulps are counted
};

Comparison compare(const Compared& compared, const Tolerance& tolerance);

}  // namespace attn

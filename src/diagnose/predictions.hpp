#pragma once

#include <optional>
#include <span>
#include <vector>

#include "diagnose/expected.hpp"
#include "diagnose/shared_values.hpp"
#include "diagnose/variants.hpp"

namespace attn::diagnosis {

/// What a variant gives for each matrix of the expectation.
using Predictions = std::vector<Matrix<double>>;

/// Nothing where the variant has no step of that name in that place. Throws OutOfBudget.
std::optional<Matrix<double>> predict(Variant& variant, Evaluation& evaluation,
                                      const ExpectedMatrix& expected);

/// The largest number that is finite, or 0.
double largest(const Matrix<double>& matrix);

/// The largest difference of two matrices; infinite where their shapes differ, or one cell is not finite and
/// the other is.
double distance(const Matrix<double>& one, const Matrix<double>& other);
/// Of two lists.
double distance(const Predictions& one, const Predictions& other);

}  // namespace attn::diagnosis

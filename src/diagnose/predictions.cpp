#include "diagnose/predictions.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "attn/compare.hpp"

namespace attn::diagnosis {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

}  // namespace

std::optional<Matrix<double>> predict(Variant& variant, Evaluation& evaluation,
                                      const ExpectedMatrix& expected) {
  const Ref node = expected.find(variant.graph);
  if (!node) return std::nullopt;
  return evaluation.value(node);
}

double largest(const Matrix<double>& matrix) {
  double largest = 0;
  for (const double x : matrix)
    if (std::isfinite(x)) largest = std::max(largest, std::abs(x));
  return largest;
}

double distance(const Matrix<double>& one, const Matrix<double>& other) {
  if (one.shape() != other.shape()) return infinity;
  double largest = 0;
  for (std::size_t i = 0; i < one.size(); ++i)
    largest = std::max(largest, gap_between(one.flat(i), other.flat(i)).abs);
  return largest;
}

double distance(const Predictions& one, const Predictions& other) {
  double largest = one.size() == other.size() ? 0 : infinity;
  for (std::size_t i = 0; i < std::min(one.size(), other.size()); ++i)
    largest = std::max(largest, distance(one[i], other[i]));
  return largest;
}

}  // namespace attn::diagnosis

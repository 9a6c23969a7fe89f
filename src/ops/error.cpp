#include "ops/error.hpp"

#include <algorithm>

#include "ops/define.hpp"

namespace attn::op {

double rounding_error(std::size_t roundings, double magnitude, const Rounding& rounding) {
  if (magnitude == 0 || roundings == 0) return 0;
  const auto n = static_cast<double>(roundings);
  const double growth = std::expm1(n * std::log1p(rounding.unit));
  return growth * magnitude + 2 * n * (1 + growth) * rounding.underflow;
}

namespace {

/// Whether every binary format of this unit roundoff has that number. 2^-p <= u for a format of p bits, so
/// that it has at least -log2 u of them.
bool is_exact(double number, const Rounding& rounding) {
  if (rounding.unit == 0) return true;
  const int bits = -std::ilogb(rounding.unit);
  int exponent = 0;
  const double significand = std::ldexp(std::frexp(number, &exponent), bits);
  return significand == std::trunc(significand) && std::abs(number) * rounding.unit >= rounding.underflow;
}

}  // namespace

double input_error(std::size_t roundings, double number, const Rounding& rounding) {
  return is_exact(number, rounding) ? 0 : rounding_error(roundings, std::abs(number), rounding);
}

Matrix<double> no_error(const Node& node) {
  return xt::zeros<double>({node.axes[0].size, node.axes.size() > 1 ? node.axes[1].size : 1});
}

double error_of_largest(std::span<const double> values, std::span<const double> errors) {
  if (values.empty()) return 0;
  const double largest = std::ranges::max(values);
  double above = 0;
  double below = infinity<double>;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const double distance = largest - values[i];
    above = std::max(above, errors[i] - distance);
    below = std::min(below, errors[i] + distance);
  }
  return std::max(above, below);
}

Magnitudes magnitudes_of(const BoundedOperands& operands, std::size_t operand, bool transposed) {
  Magnitudes made;
  made.size = xt::abs(operands.values[operand].get());
  made.error = operands.bounds[operand];
  if (transposed) {
    made.size = Matrix<double>(xt::transpose(made.size));
    made.error = Matrix<double>(xt::transpose(made.error));
  }
  made.most = made.size + made.error;
  return made;
}

Matrix<double> Sums::error(std::size_t more, const Rounding& rounding) const {
  Matrix<double> result = moved;
  for (std::size_t i = 0; i < result.shape(0); ++i)
    for (std::size_t j = 0; j < result.shape(1); ++j)
      result(i, j) += rounding_error(static_cast<std::size_t>(terms(i, 0)) + more, magnitude(i, j), rounding);
  return result;
}

Sums sums_of_products(const Magnitudes& a, const Magnitudes& b, const Matrix<double>* bias) {
  Sums sums;
  sums.magnitude = product(a.most, b.most, bias);
  const Matrix<double> from_a = product(a.error, b.most, bias);
  sums.moved = product(a.size, b.error, bias);
  sums.moved += from_a;
  sums.terms = xt::zeros<double>({a.size.shape(0), std::size_t{1}});
  for (std::size_t i = 0; i < a.size.shape(0); ++i)
    for (std::size_t p = 0; p < a.size.shape(1); ++p)
      if (!bias || (*bias)(i, p) != -infinity<double>) ++sums.terms(i, 0);
  return sums;
}

}  // namespace attn::op

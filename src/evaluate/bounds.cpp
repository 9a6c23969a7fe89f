#include <cmath>
#include <limits>

#include "attn/evaluate.hpp"
#include "attn/op.hpp"

namespace attn {

namespace {

/// Bounds are sums of numbers that are not negative, in double: more than their own rounding errors, of 2^30
/// terms.
constexpr double own_roundings = 1 + 0x1p-20;

/// Blocks of operands, in double. What need not be cut or widened is referred to.
class Blocks {
 public:
  explicit Blocks(std::size_t count) {
    made_.reserve(count);
    matrices_.reserve(count);
  }

  void add(const Operand& operand, const Matrix<double>& whole) {
    if (operand.rows || operand.columns)
      matrices_.emplace_back(made_.emplace_back(cut(operand, whole)));
    else
      matrices_.emplace_back(whole);
  }
  void add(const Operand& operand, const Matrix<float>& whole) {
    matrices_.emplace_back(made_.emplace_back(xt::cast<double>(cut(operand, whole))));
  }
  const Operands<double>& matrices() const { return matrices_; }

 private:
  template <class T>
  static Matrix<T> cut(const Operand& operand, const Matrix<T>& whole) {
    return block_of(whole, operand.rows.value_or(Range{0, whole.shape(0)}),
                    operand.columns.value_or(Range{0, whole.shape(1)}));
  }

  std::vector<Matrix<double>> made_;
  Operands<double> matrices_;
};

/// A result that is not finite is what it is in every arithmetic: -inf hides, NaN stays NaN, and overflow is
/// no rounding. Where rounding may have led anywhere the bound is infinite, never NaN.
template <class T>
void settle(Matrix<double>& bound, const Matrix<T>& value) {
  for (std::size_t i = 0; i < bound.size(); ++i) {
    double& cell = bound.flat(i);
    if (!std::isfinite(value.flat(i)))
      cell = 0;
    else if (std::isnan(cell))
      cell = std::numeric_limits<double>::infinity();
    else
      cell *= own_roundings;
  }
}

}  // namespace

void bound(Node& node, const Rounding& rounding) {
  Blocks values(node.operands.size());
  Blocks bounds(node.operands.size());
  for (const Operand& operand : node.operands) {
    if (const auto* exact = std::get_if<Matrix<double>>(&operand.node->value))
      values.add(operand, *exact);
    else
      values.add(operand, std::get<Matrix<float>>(operand.node->value));
    bounds.add(operand, operand.node->bound);
  }
  node.bound = node.op->error(node, {values.matrices(), bounds.matrices()}, rounding);
  if (const auto* exact = std::get_if<Matrix<double>>(&node.value))
    settle(node.bound, *exact);
  else
    settle(node.bound, std::get<Matrix<float>>(node.value));
}

}  // namespace attn

#include "ops/define.hpp"
#include "ops/error.hpp"

namespace attn::op {
namespace {

/// Operands: weights [n_q, n_k], V [n_k, d_v], and, with a mask, mask [n_q, n_k].
struct WeightedSum {
  static constexpr std::string_view name = "weighted_sum";
  static constexpr std::string_view help =
      "A V: the rows of V, weighted; hidden keys take no part, NaN in V or not";

  static Axes axes(const Node& node) {
    const Axes weights = axes_of(node.operands[0]);
    const Axes v = axes_of(node.operands[1]);
    require_equal(node, weights[1].size, v[0].size);
    return {weights[0], v[1]};
  }

  static Formula formula(const Node& node) {
    Formula result = matmul(whole(0), whole(1), axes_of(node.operands[1])[0].size);
    if (node.operands.size() > 2) result.mask = 2;
    return result;
  }

  template <class T>
  static Matrix<T> evaluate(const Node& node, const Operands<T>& operands) {
    Matrix<T> sum = product(operands[0].get(), operands[1].get(), optional_operand(operands, 2));
    set_empty_rows(sum, attribute_of<attribute::EmptyRows>(node), T{0});
    return sum;
  }

  static Matrix<double> error(const Node&, const BoundedOperands& operands, const Rounding& rounding) {
    const Matrix<double>* const mask = optional_operand(operands.values, 2);
    return sums_of_products(magnitudes_of(operands, 0), magnitudes_of(operands, 1), mask).error(0, rounding);
  }
};

}  // namespace

constinit const Op weighted_sum = define<WeightedSum>();

}  // namespace attn::op

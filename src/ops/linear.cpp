#include "ops/define.hpp"
#include "ops/error.hpp"

namespace attn::op {
namespace {

/// Operands: x [n, d_in], W [d_in, d_out] or stored as [d_out, d_in], and perhaps b [d_out].
struct Linear {
  static constexpr std::string_view name = "linear";
  static constexpr std::string_view help = "x W + b, or x W^T + b for weights stored as [out, in]";

  static Axes axes(const Node& node) {
    const Axes x = axes_of(node.operands[0]);
    const Axes w = axes_of(node.operands[1]);
    const std::size_t out = transposed(node) ? w[0].size : w[1].size;
    require_equal(node, x[1].size, transposed(node) ? w[1].size : w[0].size);
    if (node.operands.size() > 2) require_equal(node, out, axes_of(node.operands[2])[0].size);
    const auto& projection = attribute_of<attribute::Projection>(node);
    return {{projection.rows, x[0].size, projection.first_row}, {projection.columns, out}};
  }

  static Formula formula(const Node& node) {
    Formula w = transposed(node) ? formula::transposed(whole(1)) : whole(1);
    Formula result = matmul(whole(0), std::move(w), axes_of(node.operands[0])[1].size);
    return node.operands.size() > 2 ? plus(std::move(result), per_column(2)) : result;
  }

  template <class T>
  static Matrix<T> evaluate(const Node& node, const Operands<T>& operands) {
    const Matrix<T>& x = operands[0];
    Matrix<T> w = operands[1].get();
    if (transposed(node)) w = Matrix<T>(xt::transpose(operands[1].get()));
    Matrix<T> result = product(x, w);
    if (operands.size() > 2) result += xt::transpose(operands[2].get());
    return result;
  }

  static Matrix<double> error(const Node& node, const BoundedOperands& operands, const Rounding& rounding) {
    Sums sums = sums_of_products(magnitudes_of(operands, 0), magnitudes_of(operands, 1, transposed(node)));
    if (operands.values.size() == 2) return sums.error(0, rounding);
    const Magnitudes bias = magnitudes_of(operands, 2, true);
    sums.magnitude += bias.most;
    sums.moved += bias.error;
    return sums.error(1, rounding);
  }

 private:
  static bool transposed(const Node& node) { return attribute_of<attribute::Projection>(node).transposed; }
};

}  // namespace

constinit const Op linear = define<Linear>();

}  // namespace attn::op

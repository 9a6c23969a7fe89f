#include "ops/define.hpp"
#include "ops/error.hpp"

namespace attn::op {
namespace {

/// Operands: Q [n_q, d_k], K [n_k, d_k]. Result: scores [n_q, n_k].
struct MatmulTransposed {
  static constexpr std::string_view name = "matmul_transposed";
  static constexpr std::string_view help = "Q K^T: the dot product of every query with every key";

  static Axes axes(const Node& node) {
    const Axes q = axes_of(node.operands[0]);
    const Axes k = axes_of(node.operands[1]);
    require_equal(node, q[1].size, k[1].size);
    return {q[0], k[0]};
  }

  static Formula formula(const Node& node) {
    return matmul(whole(0), transposed(whole(1)), axes_of(node.operands[0])[1].size);
  }

  template <class T>
  static Matrix<T> evaluate(const Node&, const Operands<T>& operands) {
    const Matrix<T> k_transposed = xt::transpose(operands[1].get());
    return product(operands[0].get(), k_transposed);
  }

  /// Two roundings more than the sum has: some scale Q, or Q and K, before it.
  static Matrix<double> error(const Node&, const BoundedOperands& operands, const Rounding& rounding) {
    return sums_of_products(magnitudes_of(operands, 0), magnitudes_of(operands, 1, true)).error(2, rounding);
  }
};

}  // namespace

constinit const Op matmul_transposed = define<MatmulTransposed>();

}  // namespace attn::op

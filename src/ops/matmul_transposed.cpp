#include "ops/define.hpp"

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

  static std::string formula(const Node& node) {
    return fmt::format("{} · {}ᵀ", label(node, 0), label(node, 1));
  }

  template <class T>
  static Matrix<T> evaluate(const Node&, const Operands<T>& operands) {
    const Matrix<T> k_transposed = xt::transpose(operands[1].get());
    return product(operands[0].get(), k_transposed);
  }
};

}  // namespace

constinit const Op matmul_transposed = define<MatmulTransposed>();

}  // namespace attn::op

#include "ops/define.hpp"

namespace attn::op {
namespace {

/// Operands: row_max and row_sum [n_q]; the naive softmax has no row_max. Natural logarithm.
struct Lse {
  static constexpr std::string_view name = "lse";
  static constexpr std::string_view help =
      "natural log-sum-exp, row_max + ln row_sum; -inf for a row that sees no key";

  static Axes axes(const Node& node) { return same_axes(node); }

  static std::string formula(const Node& node) {
    if (node.operands.size() == 1) return fmt::format("ln {}", label(node, 0));
    return fmt::format("{} + ln {}", label(node, 0), label(node, 1));
  }

  template <class T>
  static Matrix<T> evaluate(const Node& node, const Operands<T>& operands) {
    Matrix<T> result = xt::log(operands.back().get());
    if (operands.size() > 1) result += operands[0].get();
    set_empty_rows(result, attribute_of<attribute::EmptyRows>(node), -infinity<T>);
    return result;
  }
};

}  // namespace

constinit const Op lse = define<Lse>();

}  // namespace attn::op

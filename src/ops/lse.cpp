#include "ops/define.hpp"
#include "ops/error.hpp"

namespace attn::op {
namespace {

/// Operands: row_max and row_sum [n_q]; the naive softmax has no row_max. Natural logarithm.
struct Lse {
  static constexpr std::string_view name = "lse";
  static constexpr std::string_view help =
      "natural log-sum-exp, row_max + ln row_sum; -inf for a row that sees no key";

  static Axes axes(const Node& node) { return same_axes(node); }

  static Formula formula(const Node& node) {
    if (node.operands.size() == 1) return ln(whole(0));
    return plus(whole(0), ln(whole(1)));
  }

  template <class T>
  static Matrix<T> evaluate(const Node& node, const Operands<T>& operands) {
    Matrix<T> result = xt::log(operands.back().get());
    if (operands.size() > 1) result += operands[0].get();
    set_empty_rows(result, attribute_of<attribute::EmptyRows>(node), -infinity<T>);
    return result;
  }

  static Matrix<double> error(const Node&, const BoundedOperands& operands, const Rounding& rounding) {
    if (operands.values.size() == 1)
      return cellwise<1>(operands, [&](const Bounded& sum) { return error_of_lse({}, sum, rounding); });
    return cellwise<2>(
        operands, [&](const Bounded& max, const Bounded& sum) { return error_of_lse(max, sum, rounding); });
  }

 private:
  /// ln (l - e) is further from ln l than ln (l + e).
  static double error_of_logarithm(const Bounded& l) {
    if (l.error == 0) return 0;
    return l.error < l.value ? -std::log1p(-l.error / l.value) : infinity<double>;
  }

  /// Some compute with logarithms to base 2: three more roundings, of which two are of the row maximum too.
  static double error_of_lse(const Bounded& max, const Bounded& sum, const Rounding& rounding) {
    const double moved = error_of_logarithm(sum);
    const double magnitude = max.most() + std::abs(std::log(sum.value)) + moved;
    return max.error + moved + rounding_error(function_roundings + 3, magnitude, rounding);
  }
};

}  // namespace

constinit const Op lse = define<Lse>();

}  // namespace attn::op

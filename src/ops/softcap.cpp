#include <algorithm>

#include "ops/define.hpp"
#include "ops/error.hpp"

namespace attn::op {
namespace {

/// Bounds scores to (-c, c): Gemma 2 (arXiv:2408.00118, section 2).
struct Softcap {
  static constexpr std::string_view name = "softcap";
  static constexpr std::string_view help = "c tanh(s / c), after the scale and before the mask";

  static Axes axes(const Node& node) { return same_axes(node); }

  static Formula formula(const Node& node) {
    const Formula c = number(attribute_of<attribute::Number>(node).value, "c");
    return times(c, formula::tanh(over(whole(0), c)));
  }

  template <class T>
  static Matrix<T> evaluate(const Node& node, const Operands<T>& operands) {
    const auto cap = static_cast<T>(attribute_of<attribute::Number>(node).value);
    return cap * xt::tanh(operands[0].get() / cap);
  }

  /// tanh is nowhere steeper within d of t than at the point that is nearest to 0, where its derivative is
  /// 1 / cosh². c is rounded before the division, and before the product.
  static Matrix<double> error(const Node& node, const BoundedOperands& operands, const Rounding& rounding) {
    const double cap = std::abs(attribute_of<attribute::Number>(node).value);
    return cellwise<1>(operands, [&](const Bounded& x) {
      if (std::isinf(x.value)) return rounding_error(1, cap, rounding);
      const double t = std::abs(x.value) / cap;
      const double d = x.error / cap + rounding_error(2, x.most() / cap, rounding);
      const double cosh = std::cosh(std::max(0.0, t - d));
      return cap * d / (cosh * cosh) +
             rounding_error(function_roundings + 2, cap * std::tanh(t + d), rounding);
    });
  }
};

}  // namespace

constinit const Op softcap = define<Softcap>();

}  // namespace attn::op

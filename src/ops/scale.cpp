#include "ops/define.hpp"
#include "ops/error.hpp"

namespace attn::op {
namespace {

struct Scale {
  static constexpr std::string_view name = "scale";
  static constexpr std::string_view help = "every score times one number, 1/sqrt(d_k) unless given";

  static Axes axes(const Node& node) { return same_axes(node); }

  static Formula formula(const Node& node) {
    const auto& scale = attribute_of<attribute::Number>(node);
    return times(whole(0), number(scale.value, "scale", scale.origin));
  }

  template <class T>
  static Matrix<T> evaluate(const Node& node, const Operands<T>& operands) {
    const auto scale = static_cast<T>(attribute_of<attribute::Number>(node).value);
    return operands[0].get() * scale;
  }

  /// The number is rounded, and so is the product.
  static Matrix<double> error(const Node& node, const BoundedOperands& operands, const Rounding& rounding) {
    const double scale = std::abs(attribute_of<attribute::Number>(node).value);
    return cellwise<1>(operands, [&](const Bounded& x) {
      return scale * x.error + rounding_error(2, scale * x.most(), rounding);
    });
  }
};

}  // namespace

constinit const Op scale = define<Scale>();

}  // namespace attn::op

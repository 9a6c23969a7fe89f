#include "ops/define.hpp"
#include "ops/error.hpp"

namespace attn::op {
namespace {

struct Fill {
  static constexpr std::string_view name = "fill";
  static constexpr std::string_view help = "one number everywhere: what a running sum or maximum starts from";

  static Axes axes(const Node& node) { return attribute_of<attribute::Constant>(node).axes; }

  static Formula formula(const Node& node) {
    return words(fmt::format("{}, to start with", attribute_of<attribute::Constant>(node).value));
  }

  template <class T>
  static Matrix<T> evaluate(const Node& node, const Operands<T>&) {
    const std::size_t columns = node.axes.size() > 1 ? node.axes[1].size : 1;
    const auto value = static_cast<T>(attribute_of<attribute::Constant>(node).value);
    return xt::ones<T>({node.axes[0].size, columns}) * value;
  }

  static Matrix<double> error(const Node& node, const BoundedOperands&, const Rounding&) {
    return no_error(node);
  }
};

}  // namespace

constinit const Op fill = define<Fill>();

}  // namespace attn::op

#include "ops/define.hpp"

namespace attn::op {
namespace {

struct Concat {
  static constexpr std::string_view name = "concat";
  static constexpr std::string_view help = "rows below each other, or columns side by side";

  static Axes axes(const Node& node) {
    const auto& along = attribute_of<attribute::Along>(node);
    Axes result = axes_of(node.operands[0]);
    std::size_t total = 0;
    for (const Operand& operand : node.operands) total += axes_of(operand)[along.axis].size;
    result[along.axis] = {along.name, total};
    return result;
  }

  static Formula formula(const Node& node) {
    const std::size_t axis = attribute_of<attribute::Along>(node).axis;
    Formula result;
    result.kind = axis == 0 ? formula::Kind::below : formula::Kind::beside;
    for (std::size_t i = 0; i < node.operands.size(); ++i) {
      result.terms.push_back(whole(i));
      const Axes part = axes_of(node.operands[i]);
      result.terms.back().length = axis < part.size() ? part[axis].size : 1;
    }
    return result;
  }

  template <class T>
  static Matrix<T> evaluate(const Node& node, const Operands<T>& operands) {
    const bool rows = attribute_of<attribute::Along>(node).axis == 0;
    const std::size_t width = node.axes.size() > 1 ? node.axes[1].size : 1;
    Matrix<T> result = xt::empty<T>({node.axes[0].size, width});
    std::size_t at = 0;
    for (const Matrix<T>& part : operands) {
      put_block(result, part, rows ? at : 0, rows ? 0 : at);
      at += part.shape(rows ? 0 : 1);
    }
    return result;
  }

  static Matrix<double> error(const Node& node, const BoundedOperands& operands, const Rounding&) {
    return evaluate<double>(node, operands.bounds);
  }
};

}  // namespace

constinit const Op concat = define<Concat>();

}  // namespace attn::op

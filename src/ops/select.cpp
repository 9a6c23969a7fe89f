#include "ops/define.hpp"

namespace attn::op {
namespace {

struct Select {
  static constexpr std::string_view name = "select";
  static constexpr std::string_view help =
      "a block of an earlier step: the columns of one head, the cells of one tile";

  static Axes axes(const Node& node) {
    Axes axes = same_axes(node);
    if (const auto* cut = std::get_if<attribute::Along>(&node.attributes))
      axes[cut->axis] = {cut->name, axes[cut->axis].size};
    return axes;
  }

  static Formula formula(const Node&) { return whole(0); }

  template <class T>
  static Matrix<T> evaluate(const Node&, const Operands<T>& operands) {
    return operands[0];
  }

  static Matrix<double> error(const Node&, const BoundedOperands& operands, const Rounding&) {
    return operands.bounds[0];
  }
};

}  // namespace

constinit const Op select = define<Select>();

}  // namespace attn::op

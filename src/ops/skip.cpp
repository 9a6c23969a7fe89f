#include "ops/define.hpp"
#include "ops/error.hpp"

namespace attn::op {
namespace {

struct Skip {
  static constexpr std::string_view name = "skip";
  static constexpr std::string_view help = "nothing: the mask hides every key of this tile from every query";

  static Axes axes(const Node& node) { return attribute_of<attribute::Constant>(node).axes; }

  static Formula formula(const Node&) { return words("nothing to compute"); }

  template <class T>
  static Matrix<T> evaluate(const Node&, const Operands<T>&) {
    return xt::empty<T>({std::size_t{0}, std::size_t{0}});
  }

  static Matrix<double> error(const Node& node, const BoundedOperands&, const Rounding&) {
    return no_error(node);
  }
};

}  // namespace

constinit const Op skip = define<Skip>();

}  // namespace attn::op

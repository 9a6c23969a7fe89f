#include "ops/define.hpp"
#include "ops/error.hpp"

namespace attn::op {
namespace {

struct Input {
  static constexpr std::string_view name = "input";
  static constexpr std::string_view help = "a matrix or vector of the problem, as given";

  static Axes axes(const Node& node) { return attribute_of<attribute::Slice>(node).axes; }

  static Formula formula(const Node&) { return words("given"); }

  template <class T>
  static Matrix<T> evaluate(const Node& node, const Operands<T>&) {
    const auto& slice = attribute_of<attribute::Slice>(node);
    return xt::cast<T>(slice.input->slice(slice.batch, slice.head));
  }

  static Matrix<double> error(const Node& node, const BoundedOperands&, const Rounding& rounding) {
    const auto& slice = attribute_of<attribute::Slice>(node);
    Matrix<double> numbers = slice.input->slice(slice.batch, slice.head);
    for (double& number : numbers) number = input_error(1, number, rounding);
    return numbers;
  }
};

}  // namespace

constinit const Op input = define<Input>();

}  // namespace attn::op

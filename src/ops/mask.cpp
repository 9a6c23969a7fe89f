#include <cmath>
#include <limits>

#include "ops/define.hpp"
#include "ops/error.hpp"

namespace attn::op {
namespace {

/// A finite term stays finite in every scalar, if need be as its largest number: only -inf hides a key.
struct Mask {
  static constexpr std::string_view name = "mask";
  static constexpr std::string_view help =
      "the sum of all masks: 0 where a key is seen, -inf where not, or a bias";

  static Axes axes(const Node& node) {
    const auto& [rows, columns] = extent(node);
    return {{"query", rows.size(), rows.begin}, {"key", columns.size(), columns.begin}};
  }

  static Formula formula(const Node& node) {
    return words(attribute_of<attribute::Bias>(node).masks->describe());
  }

  template <class T>
  static Matrix<T> evaluate(const Node& node, const Operands<T>&) {
    const auto& bias = attribute_of<attribute::Bias>(node);
    const Matrix<double> exact = bias.masks->bias(bias.block);
    Matrix<T> result = xt::cast<T>(exact);
    for (std::size_t i = 0; i < exact.size(); ++i)
      if (std::isfinite(exact.flat(i)) && std::isinf(result.flat(i)))
        result.flat(i) = std::copysign(std::numeric_limits<T>::max(), result.flat(i));
    return result;
  }

  /// The slopes of ALiBi are powers.
  static Matrix<double> error(const Node& node, const BoundedOperands&, const Rounding& rounding) {
    const auto& bias = attribute_of<attribute::Bias>(node);
    Matrix<double> numbers = bias.masks->bias(bias.block);
    for (double& number : numbers) number = input_error(function_roundings, number, rounding);
    return numbers;
  }

 private:
  static std::pair<Range, Range> extent(const Node& node) {
    const MaskBlock& block = attribute_of<attribute::Bias>(node).block;
    return {block.rows, block.columns};
  }
};

}  // namespace

constinit const Op mask = define<Mask>();

}  // namespace attn::op

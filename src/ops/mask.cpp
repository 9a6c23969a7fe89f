#include "ops/define.hpp"

namespace attn::op {
namespace {

struct Mask {
  static constexpr std::string_view name = "mask";
  static constexpr std::string_view help =
      "the sum of all masks: 0 where a key is seen, -inf where not, or a bias";

  static Axes axes(const Node& node) {
    const auto& [rows, columns] = extent(node);
    return {{"query", rows.size(), rows.begin}, {"key", columns.size(), columns.begin}};
  }

  static std::string formula(const Node& node) {
    return attribute_of<attribute::Bias>(node).masks->describe();
  }

  template <class T>
  static Matrix<T> evaluate(const Node& node, const Operands<T>&) {
    const auto& bias = attribute_of<attribute::Bias>(node);
    return xt::cast<T>(bias.masks->bias(bias.block));
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

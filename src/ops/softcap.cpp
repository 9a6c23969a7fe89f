#include "ops/define.hpp"

namespace attn::op {
namespace {

/// Bounds scores to (-c, c): Gemma 2 (arXiv:2408.00118, section 2).
struct Softcap {
  static constexpr std::string_view name = "softcap";
  static constexpr std::string_view help = "c tanh(s / c), after the scale and before the mask";

  static Axes axes(const Node& node) { return same_axes(node); }

  static std::string formula(const Node& node) {
    const double cap = attribute_of<attribute::Number>(node).value;
    return fmt::format("c · tanh({} / c), c = {}", label(node, 0), cap);
  }

  template <class T>
  static Matrix<T> evaluate(const Node& node, const Operands<T>& operands) {
    const auto cap = static_cast<T>(attribute_of<attribute::Number>(node).value);
    return cap * xt::tanh(operands[0].get() / cap);
  }
};

}  // namespace

constinit const Op softcap = define<Softcap>();

}  // namespace attn::op

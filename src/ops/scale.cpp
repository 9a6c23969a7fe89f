#include "ops/define.hpp"

namespace attn::op {
namespace {

struct Scale {
  static constexpr std::string_view name = "scale";
  static constexpr std::string_view help = "every score times one number, 1/sqrt(d_k) unless given";

  static Axes axes(const Node& node) { return same_axes(node); }

  static std::string formula(const Node& node) {
    const auto& scale = attribute_of<attribute::Number>(node);
    const std::string origin = scale.origin.empty() ? "" : scale.origin + " = ";
    return fmt::format("{} · scale, scale = {}{}", label(node, 0), origin, scale.value);
  }

  template <class T>
  static Matrix<T> evaluate(const Node& node, const Operands<T>& operands) {
    const auto scale = static_cast<T>(attribute_of<attribute::Number>(node).value);
    return operands[0].get() * scale;
  }
};

}  // namespace

constinit const Op scale = define<Scale>();

}  // namespace attn::op

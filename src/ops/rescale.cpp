#include "ops/define.hpp"

namespace attn::op {
namespace {

/// Operands: correction, the running row_sum, the tile's sum, all [B_r].
struct Rescale {
  static constexpr std::string_view name = "rescale";
  static constexpr std::string_view help =
      "the running row sum on the new maximum's scale, plus the tile's sum";

  static Axes axes(const Node& node) { return same_axes(node); }

  static std::string formula(const Node& node) {
    return fmt::format("{} · {} + {}", label(node, 0), label(node, 1), label(node, 2));
  }

  template <class T>
  static Matrix<T> evaluate(const Node&, const Operands<T>& operands) {
    return operands[0].get() * operands[1].get() + operands[2].get();
  }
};

}  // namespace

constinit const Op rescale = define<Rescale>();

}  // namespace attn::op

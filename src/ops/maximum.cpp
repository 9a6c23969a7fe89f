#include "ops/define.hpp"

namespace attn::op {
namespace {

/// Operands: the running row_max and the tile's, both [B_r].
struct Maximum {
  static constexpr std::string_view name = "maximum";
  static constexpr std::string_view help =
      "the larger of two numbers: the running row maximum; NaN where one is";

  static Axes axes(const Node& node) { return same_axes(node); }

  static std::string formula(const Node& node) {
    return fmt::format("max({}, {})", label(node, 0), label(node, 1));
  }

  template <class T>
  static Matrix<T> evaluate(const Node&, const Operands<T>& operands) {
    const Matrix<T>& running = operands[0];
    const Matrix<T>& tile = operands[1];
    return xt::where((tile > running) || xt::isnan(tile), tile, running);
  }
};

}  // namespace

constinit const Op maximum = define<Maximum>();

}  // namespace attn::op

#include <array>

#include "ops/define.hpp"
#include "ops/error.hpp"

namespace attn::op {
namespace {

/// Operands: the running row_max and the tile's, both [B_r].
struct Maximum {
  static constexpr std::string_view name = "maximum";
  static constexpr std::string_view help =
      "the larger of two numbers: the running row maximum; NaN where one is";

  static Axes axes(const Node& node) { return same_axes(node); }

  static Formula formula(const Node&) { return larger(whole(0), whole(1)); }

  template <class T>
  static Matrix<T> evaluate(const Node&, const Operands<T>& operands) {
    const Matrix<T>& running = operands[0];
    const Matrix<T>& tile = operands[1];
    return xt::where((tile > running) || xt::isnan(tile), tile, running);
  }

  static Matrix<double> error(const Node&, const BoundedOperands& operands, const Rounding&) {
    return cellwise<2>(operands, [](const Bounded& running, const Bounded& tile) {
      return error_of_largest(std::array{running.value, tile.value}, std::array{running.error, tile.error});
    });
  }
};

}  // namespace

constinit const Op maximum = define<Maximum>();

}  // namespace attn::op

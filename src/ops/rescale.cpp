#include "ops/define.hpp"
#include "ops/error.hpp"

namespace attn::op {
namespace {

/// Operands: correction, the running row_sum, the tile's sum, all [B_r].
struct Rescale {
  static constexpr std::string_view name = "rescale";
  static constexpr std::string_view help =
      "the running row sum on the new maximum's scale, plus the tile's sum";

  static Axes axes(const Node& node) { return same_axes(node); }

  static Formula formula(const Node&) { return plus(times(whole(0), whole(1)), whole(2)); }

  template <class T>
  static Matrix<T> evaluate(const Node&, const Operands<T>& operands) {
    return operands[0].get() * operands[1].get() + operands[2].get();
  }

  static Matrix<double> error(const Node&, const BoundedOperands& operands, const Rounding& rounding) {
    return cellwise<3>(operands, [&](const Bounded& correction, const Bounded& sum, const Bounded& tile) {
      const double moved =
          correction.error * sum.most() + std::abs(correction.value) * sum.error + tile.error;
      return moved + rounding_error(2, correction.most() * sum.most() + tile.most(), rounding);
    });
  }
};

}  // namespace

constinit const Op rescale = define<Rescale>();

}  // namespace attn::op

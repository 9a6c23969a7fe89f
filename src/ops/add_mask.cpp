#include "ops/define.hpp"
#include "ops/error.hpp"

namespace attn::op {
namespace {

/// Operands: scores and mask, both [n_q, n_k]. A hidden key's score is -inf whatever it was, NaN included.
struct AddMask {
  static constexpr std::string_view name = "add_mask";
  static constexpr std::string_view help = "scores + mask; a hidden key becomes -inf whatever its score was";

  static Axes axes(const Node& node) { return same_axes(node); }

  static Formula formula(const Node&) { return plus(whole(0), whole(1)); }

  template <class T>
  static Matrix<T> evaluate(const Node&, const Operands<T>& operands) {
    const Matrix<T>& scores = operands[0];
    const Matrix<T>& mask = operands[1];
    return xt::where(xt::equal(mask, -infinity<T>), -infinity<T>, scores + mask);
  }

  static Matrix<double> error(const Node&, const BoundedOperands& operands, const Rounding& rounding) {
    return cellwise<2>(operands, [&](const Bounded& score, const Bounded& bias) {
      const double moved = score.error + bias.error;
      return moved + rounding_error(1, std::abs(score.value + bias.value) + moved, rounding);
    });
  }
};

}  // namespace

constinit const Op add_mask = define<AddMask>();

}  // namespace attn::op

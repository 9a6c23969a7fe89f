#include "ops/define.hpp"
#include "ops/error.hpp"

namespace attn::op {
namespace {

/// Operands: x [n_q, n_k], row_max [n_q].
struct Subtract {
  static constexpr std::string_view name = "subtract";
  static constexpr std::string_view help = "minus the row maximum; -inf stays -inf";

  static Axes axes(const Node& node) { return same_axes(node); }

  static Formula formula(const Node&) { return minus(whole(0), per_row(1)); }

  template <class T>
  static Matrix<T> evaluate(const Node&, const Operands<T>& operands) {
    return subtract_rows(operands[0].get(), operands[1].get());
  }

  static Matrix<double> error(const Node&, const BoundedOperands& operands, const Rounding& rounding) {
    return cellwise<2>(operands, [&](const Bounded& x, const Bounded& m) {
      const double moved = x.error + m.error;
      return moved + rounding_error(1, std::abs(x.value - m.value) + moved, rounding);
    });
  }
};

}  // namespace

constinit const Op subtract = define<Subtract>();

}  // namespace attn::op

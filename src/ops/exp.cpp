#include <algorithm>
#include <limits>

#include "ops/define.hpp"
#include "ops/error.hpp"

namespace attn::op {
namespace {

/// One operand: exp(x). Two: exp(x - m), m one number per row; with two columns it is the online softmax's
/// correction exp(m_old - m_new), which is 0 where m_old is -inf.
struct Exp {
  static constexpr std::string_view name = "exp";
  static constexpr std::string_view help = "exp(x), or exp(x - m) in the tiled mode; exp(-inf) is 0";

  static Axes axes(const Node& node) { return same_axes(node); }

  static Formula formula(const Node& node) {
    if (node.operands.size() == 1) return formula::exp(whole(0));
    return formula::exp(minus(whole(0), per_row(1)));
  }

  template <class T>
  static Matrix<T> evaluate(const Node&, const Operands<T>& operands) {
    if (operands.size() == 1) return xt::exp(operands[0].get());
    const Matrix<T> shifted = subtract_rows(operands[0].get(), operands[1].get());
    return xt::exp(shifted);
  }

  static Matrix<double> error(const Node&, const BoundedOperands& operands, const Rounding& rounding) {
    if (operands.values.size() == 1)
      return cellwise<1>(operands, [&](const Bounded& x) { return error_of_exp(x, rounding); });
    return cellwise<2>(operands, [&](const Bounded& x, const Bounded& m) {
      if (x.value == -infinity<double>) return 0.0;
      Bounded shifted{x.value - m.value, x.error + m.error};
      shifted.error += rounding_error(1, shifted.most(), rounding);
      return error_of_exp(shifted, rounding);
    });
  }

 private:
  /// e^(x + d) - e^x = e^x (e^d - 1). Some compute 2^(x log2 e), whose exponent has two roundings more.
  static double error_of_exp(const Bounded& x, const Rounding& rounding) {
    if (x.value == -infinity<double>) return 0;
    const double d = x.error + rounding_error(2, x.most(), rounding);
    // e to the power of a number is never 0, though it may underflow.
    const double most = std::max(std::exp(x.value + d), std::numeric_limits<double>::denorm_min());
    const double moved = d < 1 ? std::exp(x.value) * std::expm1(d) : most;
    return moved + rounding_error(function_roundings, most, rounding);
  }
};

}  // namespace

constinit const Op exp = define<Exp>();

}  // namespace attn::op

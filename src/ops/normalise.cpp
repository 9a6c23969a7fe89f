#include "ops/define.hpp"
#include "ops/error.hpp"

namespace attn::op {
namespace {

/// Operands: exp [n_q, n_k] (or the accumulator [n_q, d_v]) and row_sum [n_q].
struct Normalise {
  static constexpr std::string_view name = "normalise";
  static constexpr std::string_view help =
      "divided by the row sum; a row that sees no key gives 0 or NaN (empty_row)";

  static Axes axes(const Node& node) { return same_axes(node); }

  static Formula formula(const Node&) { return over(whole(0), per_row(1)); }

  template <class T>
  static Matrix<T> evaluate(const Node& node, const Operands<T>& operands) {
    Matrix<T> result = operands[0].get() / operands[1].get();
    set_empty_rows(result, attribute_of<attribute::EmptyRows>(node), T{0});
    return result;
  }

  static Matrix<double> error(const Node&, const BoundedOperands& operands, const Rounding& rounding) {
    return cellwise<2>(
        operands, [&](const Bounded& x, const Bounded& sum) { return error_of_quotient(x, sum, rounding); });
  }

 private:
  /// a'/b' - a/b = ((a' - a) b - a (b' - b)) / (b b'). Two roundings: some multiply by 1/b. 0 is 0 whatever
  /// it is divided by, and so is what is divided by infinity.
  static double error_of_quotient(const Bounded& a, const Bounded& b, const Rounding& rounding) {
    const double size = std::abs(b.value);
    if (a.most() == 0 || std::isinf(size)) return 0;
    const double nearest = size - b.error;
    if (!(nearest > 0)) return infinity<double>;
    const double moved = (a.error + std::abs(a.value) * (b.error / size)) / nearest;
    return moved + rounding_error(2, a.most() / nearest, rounding);
  }
};

}  // namespace

constinit const Op normalise = define<Normalise>();

}  // namespace attn::op

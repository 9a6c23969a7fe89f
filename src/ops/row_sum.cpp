#include "ops/define.hpp"
#include "ops/error.hpp"

namespace attn::op {
namespace {

struct RowSum {
  static constexpr std::string_view name = "row_sum";
  static constexpr std::string_view help = "the sum of each row, from left to right";

  static Axes axes(const Node& node) { return row_axes(node); }

  static Formula formula(const Node& node) {
    return reduced(formula::Kind::row_sum, whole(0), axes_of(node.operands[0])[1].size);
  }

  template <class T>
  static Matrix<T> evaluate(const Node&, const Operands<T>& operands) {
    return sum_of_rows(operands[0].get());
  }

  static Matrix<double> error(const Node&, const BoundedOperands& operands, const Rounding& rounding) {
    const Matrix<double>& x = operands.values[0];
    const Matrix<double>& bounds = operands.bounds[0];
    Sums sums;
    sums.magnitude = xt::abs(x) + bounds;
    sums.magnitude = sum_of_rows(sums.magnitude);
    sums.moved = sum_of_rows(bounds);
    sums.terms = sum_of_rows(Matrix<double>(xt::ones<double>({x.shape(0), x.shape(1)})));
    return sums.error(0, rounding);
  }

 private:
  template <class T>
  static Matrix<T> sum_of_rows(const Matrix<T>& x) {
    return reduce_rows(x, T{0}, [](T sum, T cell) { return sum + cell; });
  }
};

}  // namespace

constinit const Op row_sum = define<RowSum>();

}  // namespace attn::op

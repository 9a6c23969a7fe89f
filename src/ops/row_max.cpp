#include "ops/define.hpp"
#include "ops/error.hpp"

namespace attn::op {
namespace {

struct RowMax {
  static constexpr std::string_view name = "row_max";
  static constexpr std::string_view help =
      "the largest entry of each row; -inf for an empty one, NaN where one is";

  static Axes axes(const Node& node) { return row_axes(node); }

  static Formula formula(const Node& node) {
    return reduced(formula::Kind::row_max, whole(0), axes_of(node.operands[0])[1].size);
  }

  template <class T>
  static Matrix<T> evaluate(const Node&, const Operands<T>& operands) {
    return reduce_rows(operands[0].get(), -infinity<T>,
                       [](T max, T x) { return x > max || x != x ? x : max; });
  }

  static Matrix<double> error(const Node&, const BoundedOperands& operands, const Rounding&) {
    const Matrix<double>& x = operands.values[0];
    const Matrix<double>& bounds = operands.bounds[0];
    Matrix<double> result = xt::empty<double>({x.shape(0), std::size_t{1}});
    const std::size_t n = x.shape(1);
    for (std::size_t i = 0; i < x.shape(0); ++i)
      result(i, 0) = error_of_largest({x.data() + i * n, n}, {bounds.data() + i * n, n});
    return result;
  }
};

}  // namespace

constinit const Op row_max = define<RowMax>();

}  // namespace attn::op

#include "ops/define.hpp"

namespace attn::op {
namespace {

struct RowMax {
  static constexpr std::string_view name = "row_max";
  static constexpr std::string_view help =
      "the largest entry of each row; -inf for an empty one, NaN where one is";

  static Axes axes(const Node& node) { return row_axes(node); }

  static std::string formula(const Node& node) { return fmt::format("max over keys of {}", label(node, 0)); }

  template <class T>
  static Matrix<T> evaluate(const Node&, const Operands<T>& operands) {
    return reduce_rows(operands[0].get(), -infinity<T>,
                       [](T max, T x) { return x > max || x != x ? x : max; });
  }
};

}  // namespace

constinit const Op row_max = define<RowMax>();

}  // namespace attn::op

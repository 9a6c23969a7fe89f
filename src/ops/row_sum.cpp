#include "ops/define.hpp"

namespace attn::op {
namespace {

struct RowSum {
  static constexpr std::string_view name = "row_sum";
  static constexpr std::string_view help = "the sum of each row, from left to right";

  static Axes axes(const Node& node) { return row_axes(node); }

  static std::string formula(const Node& node) { return fmt::format("sum over keys of {}", label(node, 0)); }

  template <class T>
  static Matrix<T> evaluate(const Node&, const Operands<T>& operands) {
    return reduce_rows(operands[0].get(), T{0}, [](T sum, T x) { return sum + x; });
  }
};

}  // namespace

constinit const Op row_sum = define<RowSum>();

}  // namespace attn::op

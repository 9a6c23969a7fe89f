#include "ops/define.hpp"
#include "ops/error.hpp"

namespace attn::op {
namespace {

/// Operands: correction [B_r], the running accumulator [B_r, d_v], the tile's exp [B_r, B_c], its rows of V
/// [B_c, d_v], and, with a mask, the tile's mask [B_r, B_c].
struct Accumulate {
  static constexpr std::string_view name = "accumulate";
  static constexpr std::string_view help =
      "the un-normalised output on the new maximum's scale, plus the tile's part";

  static Axes axes(const Node& node) { return axes_of(node.operands[1]); }

  static Formula formula(const Node& node) {
    Formula part = matmul(whole(2), whole(3), axes_of(node.operands[3])[0].size);
    if (node.operands.size() > 4) part.mask = 4;
    return plus(times(per_row(0), whole(1)), std::move(part));
  }

  template <class T>
  static Matrix<T> evaluate(const Node&, const Operands<T>& operands) {
    const Matrix<T> part = product(operands[2].get(), operands[3].get(), optional_operand(operands, 4));
    return operands[0].get() * operands[1].get() + part;
  }

  /// As if the tile's part were added up product by product, after what was there before.
  static Matrix<double> error(const Node&, const BoundedOperands& operands, const Rounding& rounding) {
    const Matrix<double>* const mask = optional_operand(operands.values, 4);
    Sums sums = sums_of_products(magnitudes_of(operands, 2), magnitudes_of(operands, 3), mask);
    const Magnitudes correction = magnitudes_of(operands, 0);
    const Magnitudes before = magnitudes_of(operands, 1);
    sums.magnitude += correction.most * before.most;
    sums.moved += correction.error * before.most + correction.size * before.error;
    return sums.error(2, rounding);
  }
};

}  // namespace

constinit const Op accumulate = define<Accumulate>();

}  // namespace attn::op

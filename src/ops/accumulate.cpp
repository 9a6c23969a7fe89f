#include "ops/define.hpp"

namespace attn::op {
namespace {

/// Operands: correction [B_r], the running accumulator [B_r, d_v], the tile's exp [B_r, B_c], its rows of V
/// [B_c, d_v], and, with a mask, the tile's mask [B_r, B_c].
struct Accumulate {
  static constexpr std::string_view name = "accumulate";
  static constexpr std::string_view help =
      "the un-normalised output on the new maximum's scale, plus the tile's part";

  static Axes axes(const Node& node) { return axes_of(node.operands[1]); }

  static std::string formula(const Node& node) {
    return fmt::format("{} · {} + {} · {}", label(node, 0), label(node, 1), label(node, 2), label(node, 3));
  }

  template <class T>
  static Matrix<T> evaluate(const Node&, const Operands<T>& operands) {
    const Matrix<T> part = product(operands[2].get(), operands[3].get(), optional_operand(operands, 4));
    return operands[0].get() * operands[1].get() + part;
  }
};

}  // namespace

constinit const Op accumulate = define<Accumulate>();

}  // namespace attn::op

#include "ops/define.hpp"

namespace attn::op {
namespace {

/// Operands: x [n_q, n_k], row_max [n_q].
struct Subtract {
  static constexpr std::string_view name = "subtract";
  static constexpr std::string_view help = "minus the row maximum; -inf stays -inf";

  static Axes axes(const Node& node) { return same_axes(node); }

  static std::string formula(const Node& node) {
    return fmt::format("{} - {}", label(node, 0), label(node, 1));
  }

  template <class T>
  static Matrix<T> evaluate(const Node&, const Operands<T>& operands) {
    return subtract_rows(operands[0].get(), operands[1].get());
  }
};

}  // namespace

constinit const Op subtract = define<Subtract>();

}  // namespace attn::op

#include "ops/define.hpp"

namespace attn::op {
namespace {

/// One operand: exp(x). Two: exp(x - m), m one number per row; with two columns it is the online softmax's
/// correction exp(m_old - m_new), which is 0 where m_old is -inf.
struct Exp {
  static constexpr std::string_view name = "exp";
  static constexpr std::string_view help = "exp(x), or exp(x - m) in the tiled mode; exp(-inf) is 0";

  static Axes axes(const Node& node) { return same_axes(node); }

  static std::string formula(const Node& node) {
    if (node.operands.size() == 1) return fmt::format("exp({})", label(node, 0));
    return fmt::format("exp({} - {})", label(node, 0), label(node, 1));
  }

  template <class T>
  static Matrix<T> evaluate(const Node&, const Operands<T>& operands) {
    if (operands.size() == 1) return xt::exp(operands[0].get());
    const Matrix<T> shifted = subtract_rows(operands[0].get(), operands[1].get());
    return xt::exp(shifted);
  }
};

}  // namespace

constinit const Op exp = define<Exp>();

}  // namespace attn::op

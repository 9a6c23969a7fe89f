// Tables in a library of its own are not worth it for numbers: the conversion is exact either way.
#define IMATH_HALF_NO_LOOKUP_TABLE
#include <Imath/half.h>

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>

#include "attn/evaluate.hpp"
#include "attn/op.hpp"

namespace attn {

namespace {

template <class T>
Matrix<T> cut(const Operand& operand) {
  const Matrix<T>& whole = std::get<Matrix<T>>(operand.node->value);
  const Range rows = operand.rows.value_or(Range{0, whole.shape(0)});
  const Range columns = operand.columns.value_or(Range{0, whole.shape(1)});
  return block_of(whole, rows, columns);
}

template <class T>
void compute(Node& node, Matrix<T> (*evaluate)(const Node&, const Operands<T>&)) {
  std::vector<Matrix<T>> blocks;
  blocks.reserve(node.operands.size());
  Operands<T> operands;
  for (const Operand& operand : node.operands) {
    if (operand.rows || operand.columns)
      operands.emplace_back(blocks.emplace_back(cut<T>(operand)));
    else
      operands.emplace_back(std::get<Matrix<T>>(operand.node->value));
  }
  node.value = evaluate(node, operands);
}

void compute64(Node& node) {
  compute<double>(node, node.op->evaluate64);
}
void compute32(Node& node) {
  compute<float>(node, node.op->evaluate32);
}

/// To the nearest float whose last 16 bits are 0, ties to even; NaN stays NaN.
float to_bfloat16(float x) {
  if (std::isnan(x)) return x;
  constexpr std::uint32_t dropped = 0xffff;
  const auto bits = std::bit_cast<std::uint32_t>(x);
  const std::uint32_t is_odd = bits >> 16 & 1;
  return std::bit_cast<float>((bits + (dropped >> 1) + is_odd) & ~dropped);
}

/// To the nearest IEEE half, ties to even; beyond 65504 and its rounding, infinity.
float to_float16(float x) {
  return imath_half_to_float(imath_float_to_half(x));
}

/// In float32, and the result is rounded. A finite term of a mask stays finite, as in every arithmetic: only
/// -inf hides a key.
template <float (*to_narrow)(float)>
void compute_narrow(Node& node, float largest) {
  compute32(node);
  for (float& x : std::get<Matrix<float>>(node.value)) {
    const float rounded = to_narrow(x);
    const bool overflows = std::isinf(rounded) && std::isfinite(x);
    x = overflows && node.op == &op::mask ? std::copysign(largest, x) : rounded;
  }
}

void compute_bfloat16(Node& node) {
  compute_narrow<to_bfloat16>(node, 0x1.fep127F);
}
void compute_float16(Node& node) {
  compute_narrow<to_float16>(node, 65504.0F);
}

}  // namespace

constinit const Arithmetic float64{"float64", "IEEE double precision (default)", &compute64};
constinit const Arithmetic float32{"float32", "IEEE single precision in every operation", &compute32};
constinit const Arithmetic bfloat16{"bfloat16", "each operation in float32, its result rounded to bfloat16",
                                    &compute_bfloat16};
constinit const Arithmetic float16{"float16", "each operation in float32, its result rounded to IEEE half",
                                   &compute_float16};

std::span<const Arithmetic* const> arithmetics() {
  static constexpr std::array table{&float64, &float32, &bfloat16, &float16};
  return table;
}

std::optional<DecimalPlaces> Arithmetic::places(const Node& node) const {
  if (!by_hand || node.operands.empty() || node.is_given) return std::nullopt;
  const int decimals = by_hand->decimals.of(node.id());
  if (decimals == StepDecimals::all) return std::nullopt;
  return DecimalPlaces{decimals, by_hand->ties};
}

void Arithmetic::compute(Node& node) const {
  evaluate(node);
  const auto to = places(node);
  if (!to) return;
  for (double& x : std::get<Matrix<double>>(node.value)) x = rounded(x, to->count, to->ties);
}

Arithmetic by_hand(HandRounding rounding) {
  return {float64.name, "each step rounded to its decimals", &compute64, std::move(rounding)};
}

void evaluate(Graph& graph, const Arithmetic& arithmetic) {
  for (const Ref& node : graph.nodes()) arithmetic.compute(*node);
}

}  // namespace attn

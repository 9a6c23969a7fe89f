#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "attn/formula.hpp"
#include "attn/graph.hpp"
#include "attn/rounding.hpp"
#include "attn/tensor.hpp"

namespace attn {

/// The values of a node's operands, blocks already cut out.
template <class T>
using Operands = std::vector<std::reference_wrapper<const Matrix<T>>>;

/// A node's operands, and how far from them those of another computation of the same step may be.
struct BoundedOperands {
  Operands<double> values;
  Operands<double> bounds;
};

/// An operation: all there is to know of it. Each one is a file of `src/ops/` and a row of `ops()`.
struct Op {
  std::string_view name;
  std::string_view help;
  /// The shape rule: axes of the result. Throws std::logic_error where the operands do not fit each other.
  Axes (*axes)(const Node& node);
  /// The right side of its equation: Q · Kᵀ.
  Formula (*formula)(const Node& node);
  Matrix<double> (*evaluate64)(const Node& node, const Operands<double>& operands);
  Matrix<float> (*evaluate32)(const Node& node, const Operands<float>& operands);
  /// The error bound: how far another computation of this step, from operands within their bounds, may be
  /// from our result, where `rounding` is that of both together. Sums may run in any order, and with fused
  /// multiply-add. Says nothing of results that are not finite.
  Matrix<double> (*error)(const Node& node, const BoundedOperands& operands, const Rounding& rounding);
};

std::span<const Op* const> ops();

/// The operand's axes, narrowed to its block.
Axes axes_of(const Operand& operand);

/// The operand as a formula shows it: its name, its place where that differs from the node's, its block.
std::string label(const Node& node, std::size_t operand);

/// The equation with this node's operands and numbers: "Q · Kᵀ".
std::string formula_text(const Node& node);

namespace op {

extern const Op input, mask, fill, skip;                                        // leaves
extern const Op linear, select, concat;                                         // projections and heads
extern const Op matmul_transposed, scale, softcap, add_mask;                    // scores
extern const Op row_max, subtract, exp, row_sum, normalise, lse, weighted_sum;  // softmax and A V
extern const Op maximum, rescale, accumulate;                                   // online softmax

}  // namespace op

}  // namespace attn

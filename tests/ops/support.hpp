#pragma once

// One operation on hand-made operands, in double or float.

#include "attn/graph.hpp"
#include "attn/op.hpp"
#include "computed.hpp"

namespace attn::computed {

inline const Axis query{"query", 2};

/// A node that has these values already. Without axes it is a matrix [query, key].
template <class T>
Ref given(std::string_view name, const Rows& rows, Axes axes = {}, const Place& place = {}) {
  auto node = std::make_shared<Node>();
  const Matrix<double> values = matrix_of(rows);
  node->name = name;
  node->place = place;
  node->axes = axes.empty() ? Axes{{"query", values.shape(0)}, {"key", values.shape(1)}} : std::move(axes);
  node->value = Matrix<T>(xt::cast<T>(values));
  return node;
}

/// One number per row: a column, of rank 1.
template <class T>
Ref given_column(std::string_view name, const std::vector<double>& values) {
  Rows rows;
  for (const double value : values) rows.push_back({value});
  return given<T>(name, rows, {{"query", values.size()}});
}

/// A computed node of that operation, called "result".
template <class T>
Ref result_of(const Op& op, std::vector<Operand> operands, Attributes attributes = {},
              const Place& place = {}) {
  Graph graph;
  Ref node = graph.add("result", place, op, std::move(operands), std::move(attributes));
  (std::is_same_v<T, float> ? float32 : float64).compute(*node);
  return node;
}

/// The values of a node in the scalar that they were computed in.
template <class T>
const Matrix<T>& values_of(const Ref& node) {
  return std::get<Matrix<T>>(node->value);
}

/// As text: "[[1, 2], [3, 4]]".
template <class T>
std::string text_of(const Ref& node) {
  return text(values_of<T>(node));
}

/// The node with error bounds of its values.
inline Ref off_by(const Ref& node, const Rows& bounds) {
  node->bound = matrix_of(bounds);
  return node;
}

/// The error bound of what an operation makes of operands in double.
inline Matrix<double> bound_of(const Op& op, std::vector<Operand> operands, const Rounding& rounding,
                               Attributes attributes = {}) {
  const Ref node = result_of<double>(op, std::move(operands), std::move(attributes));
  bound(*node, rounding);
  return node->bound;
}

inline std::string formula_of(const Ref& node) {
  return formula_text(*node);
}

}  // namespace attn::computed

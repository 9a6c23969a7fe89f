#include "flash/sources.hpp"

#include <algorithm>

#include "graph/fused.hpp"

namespace attn {

namespace {

/// From one entry of an axis to the next; 0 where there is no such axis.
std::size_t stride_of(const Input& input, char axis) {
  const std::size_t at = input.axes.find(axis);
  if (at == std::string::npos) return 0;
  std::size_t stride = 1;
  for (std::size_t i = at + 1; i < input.array.shape.size(); ++i) stride *= input.array.shape[i];
  return stride;
}

/// Some columns of a weight matrix, of one stored head where it has several.
void append(Weights& weights, const Input& input, std::size_t head, const Range& columns) {
  weights.input_stride = stride_of(input, 'i');
  const double* matrix = input.array.values.data() + head * stride_of(input, 'h');
  for (std::size_t column = columns.begin; column < columns.end; ++column)
    weights.columns.push_back(input.array.values.empty() ? nullptr : matrix + column * stride_of(input, 'o'));
}

void append_bias(Weights& weights, const Input* bias, const Range& columns) {
  if (!bias) return;
  const auto numbers = bias->array.values.begin();
  weights.bias.insert(weights.bias.end(), numbers + static_cast<std::ptrdiff_t>(columns.begin),
                      numbers + static_cast<std::ptrdiff_t>(columns.end));
}

Weights whole(const Input& weight, const Input* bias) {
  Weights weights;
  const std::size_t heads = weight.has_axis('h') ? weight.size('h') : 1;
  for (std::size_t head = 0; head < heads; ++head) append(weights, weight, head, {0, weight.size('o')});
  append_bias(weights, bias, {0, weights.columns.size()});
  return weights;
}

}  // namespace

HeadRows rows_of(const Input& input, std::size_t heads) {
  return {input.array.values.data(), stride_of(input, 'b'),
          input.has_axis('h') ? stride_of(input, 'h') : input.size('d') / heads, stride_of(input, 'n')};
}

Weights weights_of(const Problem& problem, const Role& role) {
  const Input* fused = problem.input("W_QKV");
  if (!fused) return whole(*problem.input(role.weight), problem.input(role.bias));
  Weights weights;
  const auto number = static_cast<std::size_t>(&role - roles.data());
  for (const Range& columns : fused_columns(problem.sizes, *problem.options.qkv_packing, number)) {
    append(weights, *fused, 0, columns);
    append_bias(weights, problem.input("b_QKV"), columns);
  }
  return weights;
}

Weights output_weights(const Problem& problem) {
  return whole(*problem.input("W_O"), problem.input("b_O"));
}

}  // namespace attn

#include <stdexcept>

#include "attn/problem.hpp"

namespace attn {

std::size_t Input::size(char axis) const {
  const std::size_t at = axes.find(axis);
  return at == std::string::npos ? 0 : array.shape[at];
}

Matrix<double> Input::slice(std::size_t batch, std::size_t head) const {
  if (!has_values(array)) throw std::logic_error(name + ": the numbers are not known");
  std::size_t offset = 0;
  std::size_t stride = element_count(array.shape);
  std::vector<std::size_t> lengths;
  std::vector<std::size_t> strides;
  for (std::size_t axis = 0; axis < axes.size(); ++axis) {
    if (array.shape[axis] > 0) stride /= array.shape[axis];
    if (axes[axis] == 'b' || axes[axis] == 'h') {
      offset += stride * (axes[axis] == 'b' ? batch : head);
    } else {
      lengths.push_back(array.shape[axis]);
      strides.push_back(stride);
    }
  }
  lengths.resize(2, 1);  // a vector is a column
  strides.resize(2, 0);
  Matrix<double> result = xt::empty<double>({lengths[0], lengths[1]});
  for (std::size_t i = 0; i < lengths[0]; ++i)
    for (std::size_t j = 0; j < lengths[1]; ++j)
      result(i, j) = array.values[offset + i * strides[0] + j * strides[1]];
  return result;
}

const Input* Problem::input(std::string_view name) const {
  const auto found = inputs.find(name);
  return found == inputs.end() ? nullptr : &found->second;
}

}  // namespace attn

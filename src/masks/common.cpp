#include "masks/common.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>

#include "attn/error.hpp"

namespace attn {

const Setting& required(const MaskSpec& spec, std::string_view key) {
  const Setting* setting = find(spec.settings, key);
  if (!setting)
    throw InputError(fmt::format("{}: a mask of type \"{}\" needs \"{}\"", spec.where, spec.type, key));
  return *setting;
}

Broadcast::Broadcast(const Setting& setting, const Sizes& sizes) : values_(array(setting)) {
  const std::array<std::size_t, 4> target{sizes.batch, sizes.heads, sizes.n_q, sizes.n_k};
  const Shape& shape = values_.shape;
  bool fits = !shape.empty() && shape.size() <= target.size();
  std::size_t stride = 1;
  for (std::size_t back = 0; fits && back < shape.size(); ++back) {
    const std::size_t length = shape[shape.size() - 1 - back];
    const std::size_t axis = target.size() - 1 - back;
    fits = length == target[axis] || length == 1;
    strides_[axis] = length == 1 ? 0 : stride;
    stride *= length;
  }
  if (!fits)
    throw InputError(fmt::format(
        "{}: shape {} does not broadcast, from the right, against [{}, {}, {}, {}] (batch, heads, n_q, n_k)",
        setting.where, to_string(shape), target[0], target[1], target[2], target[3]));
}

bool Positioned::varies_by_batch() const {
  return std::ranges::adjacent_find(positions_.first, std::not_equal_to<>()) != positions_.first.end();
}

void Valued::add(const MaskBlock& block, Matrix<double>& bias) const {
  if (!values_.known()) return;
  for (std::size_t i = 0; i < block.rows.size(); ++i)
    for (std::size_t j = 0; j < block.columns.size(); ++j)
      add_bias(bias(i, j),
               term(values_.at(block.batch, block.head, block.rows.begin + i, block.columns.begin + j)));
}

}  // namespace attn

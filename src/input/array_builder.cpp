#include "input/array_builder.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <limits>
#include <utility>

namespace attn {

ArrayBuilder::ArrayBuilder(const Source& source, std::string key, std::size_t offset)
    : source_(source), key_(std::move(key)) {
  open(offset);
}

void ArrayBuilder::open(std::size_t offset) {
  if (item_depth_ != 0 && depth_ >= item_depth_) source_.fail(offset, key_, "found an array among numbers");
  if (depth_ == most_axes)
    source_.fail(offset, key_,
                 "brackets nest more than 4 deep: [batch, heads, rows, columns] are the most axes");
  offset_[depth_] = offset;
  count_[depth_] = 0;
  ++depth_;
}

bool ArrayBuilder::close() {
  if (item_depth_ == 0) item_depth_ = depth_;  // an empty row has no numbers, but they would stand here
  const std::size_t axis = depth_ - 1;
  if (length_known_[axis] && length_[axis] != count_[axis]) fail_ragged();
  length_[axis] = count_[axis];
  length_known_[axis] = true;
  --depth_;
  if (depth_ == 0) return true;
  ++count_[depth_ - 1];
  return false;
}

void ArrayBuilder::item(std::size_t offset) {
  if (item_depth_ == 0) item_depth_ = depth_;
  if (depth_ != item_depth_) source_.fail(offset, key_, "found a number among arrays");
  ++count_[depth_ - 1];
}

void ArrayBuilder::same_kind(std::size_t offset, bool boolean) {
  if (kind_known_ && numbers_.array.booleans != boolean)
    source_.fail(offset, key_, boolean ? "found a boolean among numbers" : "found a number among booleans");
  numbers_.array.booleans = boolean;
  kind_known_ = true;
}

void ArrayBuilder::number(std::size_t offset, double value) {
  same_kind(offset, false);
  item(offset);
  numbers_.array.values.push_back(value);
}

void ArrayBuilder::boolean(std::size_t offset, bool value) {
  same_kind(offset, true);
  item(offset);
  numbers_.array.values.push_back(value ? 1 : 0);
}

void ArrayBuilder::null(std::size_t offset) {
  item(offset);
  if (numbers_.array.unstated.empty()) numbers_.first_null = offset;
  numbers_.array.unstated.push_back(numbers_.array.values.size());
  numbers_.array.values.push_back(std::numeric_limits<double>::quiet_NaN());
}

JsonArray ArrayBuilder::take() {
  numbers_.array.shape.assign(length_.begin(), length_.begin() + static_cast<std::ptrdiff_t>(item_depth_));
  return std::move(numbers_);
}

std::string ArrayBuilder::name_of(const std::array<std::size_t, most_axes>& index) const {
  const std::size_t axes = depth_ - 1;
  const std::string_view noun = depth_ == item_depth_       ? "row"
                                : depth_ + 1 == item_depth_ ? "matrix"
                                                            : "batch entry";
  if (axes == 1) return fmt::format("{} {}", noun, index[0]);
  return fmt::format("{} [{}]", noun, fmt::join(index.begin(), index.begin() + axes, ", "));
}

/// "row 2 has 1 number, row 0 has 2 ...": the first row of all is the one that others are held against.
void ArrayBuilder::fail_ragged() const {
  const std::size_t axis = depth_ - 1;
  const bool one = count_[axis] == 1;
  std::string_view items = one ? "matrix" : "matrices";
  if (depth_ + 1 == item_depth_) items = one ? "row" : "rows";
  if (depth_ == item_depth_) items = one ? "number" : "numbers";
  source_.fail(offset_[axis], key_,
               fmt::format("{} has {} {}, {} has {} (counted from 0); all must have the same length",
                           name_of(count_), count_[axis], items, name_of({}), length_[axis]));
}

}  // namespace attn

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <limits>
#include <vector>

#include "attn/error.hpp"
#include "input/number_type.hpp"

namespace attn {

namespace {

void swap_bytes(std::vector<char>& bytes, std::size_t size) {
  for (auto number = bytes.begin(); number != bytes.end(); number += static_cast<std::ptrdiff_t>(size))
    std::reverse(number, number + static_cast<std::ptrdiff_t>(size));
}

/// Counts through the elements of an array in the order in which they lie in a file, and says where each one
/// belongs: rows one behind the other.
class Places {
 public:
  explicit Places(const ArrayLayout& layout)
      : shape_(layout.shape), stride_(shape_.size(), 1), index_(shape_.size(), 0) {
    for (std::size_t axis = shape_.size(); axis-- > 1;) stride_[axis - 1] = stride_[axis] * shape_[axis];
    if (layout.fortran_order) return;
    std::ranges::reverse(shape_);  // the axis that runs fastest comes first
    std::ranges::reverse(stride_);
  }

  std::size_t next() {
    const std::size_t place = place_;
    for (std::size_t axis = 0; axis < shape_.size(); ++axis) {
      place_ += stride_[axis];
      if (++index_[axis] < shape_[axis]) break;
      place_ -= stride_[axis] * shape_[axis];
      index_[axis] = 0;
    }
    return place;
  }

 private:
  Shape shape_;
  Shape stride_;
  Shape index_;
  std::size_t place_ = 0;
};

/// Which element the number is that lies `count` numbers behind the first one.
Shape index_of(std::size_t count, const ArrayLayout& layout) {
  const std::size_t rank = layout.shape.size();
  Shape index(rank);
  for (std::size_t i = 0; i < rank; ++i) {
    const std::size_t axis = layout.fortran_order ? i : rank - 1 - i;
    index[axis] = count % layout.shape[axis];
    count /= layout.shape[axis];
  }
  return index;
}

[[noreturn]] void fail_number(std::size_t count, const char* bytes, const ArrayLayout& layout,
                              std::string_view where) {
  const std::string element = to_string(index_of(count, layout));
  if (layout.type.is_boolean())
    throw InputError(fmt::format("{}: element {} is the byte {}, expected 0 or 1 for a boolean", where,
                                 element, static_cast<unsigned char>(*bytes)));
  std::uint64_t number = 0;
  std::memcpy(&number, bytes, sizeof number);
  const bool is_negative = layout.type.name == "int64" && (number >> 63U) != 0;
  throw InputError(
      fmt::format("{}: element {} is {}{}, which is no double; save it as float64 if it may be rounded",
                  where, element, is_negative ? "-" : "", is_negative ? 0 - number : number));
}

}  // namespace

std::size_t checked_bytes(const Shape& shape, const NumberType& type, std::string_view where) {
  if (shape.empty() || shape.size() > 4)
    throw InputError(
        fmt::format("{}: shape {} has {} axes, expected 1 to 4", where, to_string(shape), shape.size()));
  const std::size_t count = element_count(shape);
  // As for {"shape": ...}: sizes that are multiplied later must not overflow because one of them is 0.
  constexpr std::size_t longest = 1'000'000;
  if (count == 0 && std::ranges::max(shape) > longest)
    throw InputError(fmt::format("{}: shape {} has no elements; expected lengths up to {}", where,
                                 to_string(shape), longest));
  return count > std::numeric_limits<std::size_t>::max() / type.size ? std::numeric_limits<std::size_t>::max()
                                                                     : count * type.size;
}

Array read_numbers(ByteStream& bytes, const ArrayLayout& layout, std::string_view where) {
  constexpr std::size_t piece = std::size_t{1} << 13;  // numbers; stays in the cache
  const std::size_t size = layout.type.size;
  const std::size_t count = element_count(layout.shape);
  Array array{layout.shape, {}, layout.type.is_boolean(), {}};
  if (layout.fortran_order)
    array.values.resize(count);
  else
    array.values.reserve(count);
  Places places(layout);
  std::vector<char> stored;
  std::vector<double> decoded;
  for (std::size_t begin = 0; begin < count; begin += decoded.size()) {
    decoded.resize(std::min(piece, count - begin));
    stored.resize(decoded.size() * size);
    if (bytes.read_all(stored.data(), stored.size()) < stored.size())
      throw InputError(fmt::format("{}: ended before the last number", where));
    if (layout.big_endian) swap_bytes(stored, size);
    const std::size_t good = layout.type.decode(stored.data(), decoded);
    if (good < decoded.size()) fail_number(begin + good, stored.data() + good * size, layout, where);
    if (layout.fortran_order)
      for (const double number : decoded) array.values[places.next()] = number;
    else
      array.values.insert(array.values.end(), decoded.begin(), decoded.end());
  }
  return array;
}

}  // namespace attn

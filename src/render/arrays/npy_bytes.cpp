#include "render/arrays/npy_bytes.hpp"

#include <fmt/format.h>

#include <bit>

namespace attn {

namespace {

static_assert(std::endian::native == std::endian::little);  // as "<f8" says

/// "(3,)", "(2, 3)".
std::string tuple_of(const Axes& axes) {
  if (axes.size() == 1) return fmt::format("({},)", axes[0].size);
  return fmt::format("({}, {})", axes[0].size, axes[1].size);
}

/// Padded with spaces, so that the numbers begin at a multiple of 64, as numpy does it.
std::string header_of(std::string_view descr, const Axes& axes) {
  constexpr std::size_t before = 10;  // magic, version and length
  constexpr std::size_t alignment = 64;
  std::string text =
      fmt::format("{{'descr': '{}', 'fortran_order': False, 'shape': {}, }}", descr, tuple_of(axes));
  text.append(alignment - 1 - (before + text.size()) % alignment, ' ').push_back('\n');
  std::string header("\x93NUMPY\x01\x00", 8);
  header.push_back(static_cast<char>(text.size() & 0xFFU));
  header.push_back(static_cast<char>(text.size() >> 8U));
  return header + text;
}

}  // namespace

NpyBytes::NpyBytes(const Step& step) : header_(header_of(step.is_float32 ? "<f4" : "<f8", step.axes)) {
  const auto& values = step.values;
  if (step.is_float32) {
    narrow_.reserve(values.size());
    for (const double value : values) narrow_.push_back(static_cast<float>(value));
    data_ = {reinterpret_cast<const char*>(narrow_.data()), narrow_.size() * sizeof(float)};
  } else {
    data_ = {reinterpret_cast<const char*>(values.data()), values.size() * sizeof(double)};
  }
}

}  // namespace attn

#include "input/number_type.hpp"

// Tables in a library of its own are not worth it for files: the conversion is exact either way.
#define IMATH_HALF_NO_LOOKUP_TABLE
#include <Imath/half.h>

#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <type_traits>

namespace attn {

namespace {

// Files are little-endian, and so is every machine that this is built for.
static_assert(std::endian::native == std::endian::little);

template <class Stored>
Stored stored_at(const char* bytes, std::size_t index) {
  Stored stored;
  std::memcpy(&stored, bytes + index * sizeof(Stored), sizeof(Stored));
  return stored;
}

/// Floats, and integers of which every one is a double.
template <class Stored>
std::size_t decode(const char* bytes, std::span<double> values) {
  for (std::size_t i = 0; i < values.size(); ++i)
    values[i] = static_cast<double>(stored_at<Stored>(bytes, i));
  return values.size();
}

/// Integers of 64 bits, many of which lie between two doubles.
template <class Stored>
std::size_t decode_wide(const char* bytes, std::span<double> values) {
  constexpr Stored exact = Stored{1} << 53;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const auto stored = stored_at<Stored>(bytes, i);
    values[i] = static_cast<double>(stored);
    bool is_exact = stored <= exact;
    if constexpr (std::is_signed_v<Stored>) is_exact = is_exact && stored >= -exact;
    if (is_exact) continue;
    // Beyond 2^53 a double may still hold it. 2^64 and 2^63, to which the largest ones round, are no Stored.
    constexpr double end =
        2.0 * static_cast<double>(std::uint64_t{1} << (std::is_signed_v<Stored> ? 62 : 63));
    if (values[i] == end || static_cast<Stored>(values[i]) != stored) return i;
  }
  return values.size();
}

std::size_t decode_half(const char* bytes, std::span<double> values) {
  for (std::size_t i = 0; i < values.size(); ++i)
    values[i] = static_cast<double>(imath_half_to_float(stored_at<imath_half_bits_t>(bytes, i)));
  return values.size();
}

/// A bfloat16 is the upper half of a float.
std::size_t decode_bfloat16(const char* bytes, std::span<double> values) {
  for (std::size_t i = 0; i < values.size(); ++i) {
    const std::uint32_t upper = stored_at<std::uint16_t>(bytes, i);
    values[i] = static_cast<double>(std::bit_cast<float>(upper << 16U));
  }
  return values.size();
}

std::size_t decode_bool(const char* bytes, std::span<double> values) {
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (bytes[i] != 0 && bytes[i] != 1) return i;
    values[i] = bytes[i];
  }
  return values.size();
}

constexpr std::array types{
    NumberType{"float64", "f8", "F64", 8, decode<double>},
    NumberType{"float32", "f4", "F32", 4, decode<float>},
    NumberType{"float16", "f2", "F16", 2, decode_half},
    NumberType{"bfloat16", "", "BF16", 2, decode_bfloat16},
    NumberType{"int64", "i8", "I64", 8, decode_wide<std::int64_t>},
    NumberType{"int32", "i4", "I32", 4, decode<std::int32_t>},
    NumberType{"int16", "i2", "I16", 2, decode<std::int16_t>},
    NumberType{"int8", "i1", "I8", 1, decode<std::int8_t>},
    NumberType{"uint64", "u8", "U64", 8, decode_wide<std::uint64_t>},
    NumberType{"uint32", "u4", "U32", 4, decode<std::uint32_t>},
    NumberType{"uint16", "u2", "U16", 2, decode<std::uint16_t>},
    NumberType{"uint8", "u1", "U8", 1, decode<std::uint8_t>},
    NumberType{"bool", "b1", "BOOL", 1, decode_bool},
};

}  // namespace

std::span<const NumberType> number_types() {
  return types;
}

}  // namespace attn

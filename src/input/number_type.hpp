#pragma once

#include <cstddef>
#include <span>
#include <string_view>

#include "attn/raw_problem.hpp"
#include "input/byte_stream.hpp"

namespace attn {

/// A row of the table of number types: how a number lies in a binary file.
struct NumberType {
  std::string_view name;         ///< "float64"
  std::string_view numpy;        ///< kind and size, as in numpy's "<f8"; empty: numpy has no such type
  std::string_view safetensors;  ///< "F64"; empty: safetensors has no such type
  std::size_t size;              ///< bytes
  /// Decodes little-endian numbers. Returns how many; it stops at the first one that is no double.
  std::size_t (*decode)(const char* bytes, std::span<double> values);

  bool is_boolean() const { return name == "bool"; }
};

std::span<const NumberType> number_types();

/// An array as it lies in a file.
struct ArrayLayout {
  const NumberType& type;
  Shape shape;
  bool big_endian = false;
  bool fortran_order = false;  ///< the first axis runs fastest
};

/// Reads an array, whose bytes must be there. `where` heads error messages.
Array read_numbers(ByteStream& bytes, const ArrayLayout& layout, std::string_view where);

/// What an array with lengths like these would take in bytes. Throws InputError where its rank is not 1 to 4
/// or its lengths are more than any file holds. To be called before anything is allocated.
std::size_t checked_bytes(const Shape& shape, const NumberType& type, std::string_view where);

}  // namespace attn

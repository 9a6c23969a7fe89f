#pragma once

#include <cstdint>
#include <string_view>

#include "attn/raw_problem.hpp"
#include "input/byte_stream.hpp"

namespace attn {

/// The array of a .npy file (numpy.lib.format, versions 1 to 3) of that size. Throws InputError.
Array read_npy(ByteStream& bytes, std::uint64_t size, std::string_view where);

/// The type of its numbers, "float32". Throws InputError.
std::string_view npy_dtype(ByteStream& bytes, std::uint64_t size, std::string_view where);

}  // namespace attn

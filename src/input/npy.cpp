#include "input/npy.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>
#include <string>

#include "attn/error.hpp"
#include "input/npy_header.hpp"
#include "input/number_type.hpp"
#include "text/visible.hpp"

namespace attn {

namespace {

constexpr std::string_view magic = "\x93NUMPY";

/// Hands out the bytes of a header, and keeps count.
struct HeaderBytes {
  ByteStream& bytes;
  std::uint64_t left;  ///< of the file
  std::string_view where;

  std::string take(std::uint64_t count) {
    if (count > left)
      throw InputError(fmt::format("{}: a header of {} bytes, but only {} are left", where, count, left));
    std::string taken(count, '\0');
    if (bytes.read_all(taken.data(), count) < count)
      throw InputError(fmt::format("{}: ended in the header", where));
    left -= count;
    return taken;
  }
};

std::uint64_t little_endian(std::string_view bytes) {
  std::uint64_t value = 0;
  for (std::size_t i = bytes.size(); i-- > 0;) value = value << 8U | static_cast<unsigned char>(bytes[i]);
  return value;
}

NpyHeader read_header(HeaderBytes& in) {
  if (in.left < magic.size() + 2 || in.take(magic.size()) != magic)
    throw InputError(fmt::format("{}: does not begin as a .npy file does (\\x93NUMPY)", in.where));
  const std::string version = in.take(2);
  if (version[0] < 1 || version[0] > 3 || version[1] != 0)
    throw InputError(fmt::format("{}: version {}.{} of the .npy format, expected 1.0, 2.0 or 3.0", in.where,
                                 static_cast<unsigned char>(version[0]),
                                 static_cast<unsigned char>(version[1])));
  const std::uint64_t length = little_endian(in.take(version[0] == 1 ? 2 : 4));
  return parse_npy_header(in.take(length), in.where);
}

/// "<f8": byte order, kind, size.
const NumberType& type_of(std::string_view descr, std::string_view where) {
  const std::string_view order = descr.substr(0, 1);
  for (const NumberType& type : number_types()) {
    if (type.numpy.empty() || descr.substr(order.size()) != type.numpy) continue;
    if (order == "<" || order == ">" || (type.size == 1 && order == "|")) return type;
  }
  if (descr == "|O")
    throw InputError(
        fmt::format("{}: an array of Python objects, which is not read; save numbers, for example "
                    "a.astype('float64')",
                    where));
  throw InputError(
      fmt::format("{}: dtype {}, expected real numbers of at most 64 bits or booleans; save it for "
                  "example as a.astype('float64')",
                  where, in_quotes(descr)));
}

}  // namespace

std::string_view npy_dtype(ByteStream& bytes, std::uint64_t size, std::string_view where) {
  HeaderBytes in{bytes, size, where};
  return type_of(read_header(in).descr, where).name;
}

Array read_npy(ByteStream& bytes, std::uint64_t size, std::string_view where) {
  HeaderBytes in{bytes, size, where};
  const NpyHeader header = read_header(in);
  const ArrayLayout layout{type_of(header.descr, where), header.shape, header.descr[0] == '>',
                           header.fortran_order};
  const std::size_t expected = checked_bytes(layout.shape, layout.type, where);
  if (expected != in.left)
    throw InputError(fmt::format("{}: {} bytes follow the header, expected {} (shape {} of {})", where,
                                 in.left, expected, to_string(layout.shape), layout.type.name));
  return read_numbers(bytes, layout, where);
}

}  // namespace attn

#pragma once

// Binary files, put together by hand.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace samples {

/// `count` bytes, the lowest one first.
inline std::string little(std::uint64_t value, int count) {
  std::string bytes;
  for (int i = 0; i < count; ++i) bytes += static_cast<char>(value >> (8 * i));
  return bytes;
}

template <class T>
std::string bytes_of(const std::vector<T>& numbers) {
  return {reinterpret_cast<const char*>(numbers.data()), numbers.size() * sizeof(T)};
}

/// A .npy file with that text for a header.
inline std::string npy(std::string_view header, std::string_view data, int version = 1) {
  std::string file = "\x93NUMPY";
  file += static_cast<char>(version);
  file += '\0';
  file += little(header.size(), version == 1 ? 2 : 4);
  return file.append(header).append(data);
}

/// A .npy file as numpy would write it.
inline std::string npy_of(std::string_view descr, std::string_view shape, std::string_view data,
                          bool fortran_order = false) {
  const std::string order = fortran_order ? "True" : "False";
  return npy("{'descr': '" + std::string(descr) + "', 'fortran_order': " + order +
                 ", 'shape': " + std::string(shape) + ", }\n",
             data);
}

inline std::string safetensors(std::string_view header, std::string_view data) {
  return little(header.size(), 8).append(header).append(data);
}

/// An archive of q = [[1, 0, 0], [0, 0, 0.5]] and m = [True, False] as numpy.savez_compressed writes it, but
/// for the dates.
inline std::string compressed_npz() {
  constexpr std::string_view hex =
      "504b03041400000008000000210057d92e7a50000000b000000005000000712e6e70799bec17ea1b10c9c850c650ad9e"
      "925a9c5ca46ea5a06e9366a1aea3a09e965f54529498179f5f94920a12774bcc294e058a17672416a402f91a463a0ac6"
      "9a3a0ab50a64032e0630f860cf401478600f00504b030414000000080000002100ee19bb5d4600000082000000050000"
      "006d2e6e70799bec17ea1b10c9c850c650ad9e925a9c5ca46ea5a05e9364a8aea3a09e965f54529498179f5f94920a12"
      "774bcc294e058a17672416a402f91a463a9a3a0ab50a14002e460600504b010214031400000008000000210057d92e7a"
      "50000000b0000000050000000000000000000000800100000000712e6e7079504b0102140314000000080000002100ee"
      "19bb5d46000000820000000500000000000000000000008001730000006d2e6e7079504b050600000000020002006600"
      "0000dc0000000000";
  const auto digit = [](char c) { return c <= '9' ? c - '0' : c - 'a' + 10; };
  std::string bytes;
  for (std::size_t i = 0; i < hex.size(); i += 2)
    bytes += static_cast<char>(16 * digit(hex[i]) + digit(hex[i + 1]));
  return bytes;
}

}  // namespace samples

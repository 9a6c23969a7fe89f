// .npy files: header by header, type by type.
#include "input/npy.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>

#include "binary_samples.hpp"
#include "support.hpp"

using attn::Array;
using attn::Shape;
using samples::bytes_of;
using samples::npy;
using samples::npy_of;

namespace {

/// Bytes in memory, handed out seven at a time.
class Pieces : public attn::ByteStream {
 public:
  explicit Pieces(std::string_view bytes) : left_(bytes) {}
  std::size_t read(char* into, std::size_t most) override {
    const std::size_t count = std::min({most, left_.size(), std::size_t{7}});
    std::memcpy(into, left_.data(), count);
    left_.remove_prefix(count);
    return count;
  }

 private:
  std::string_view left_;
};

Array read(const std::string& file) {
  Pieces pieces(file);
  return attn::read_npy(pieces, file.size(), "q.npy");
}

std::string error(const std::string& file) {
  return message_of([&] { read(file); });
}

/// The error of a header with 8 bytes of data.
std::string header_error(std::string_view header) {
  return error(npy(header, "12345678"));
}

template <class T>
std::vector<double> numbers(std::string_view descr, const std::vector<T>& stored) {
  return read(npy_of(descr, "(" + std::to_string(stored.size()) + ",)", bytes_of(stored))).values;
}

}  // namespace

TEST_CASE("npy: rank 1 to 4") {
  const std::string data = bytes_of(std::vector<double>{1, 2, 3, 4, 5, 6});
  CHECK(read(npy_of("<f8", "(6,)", data)).shape == Shape{6});
  CHECK(read(npy_of("<f8", "(2, 3)", data)).shape == Shape{2, 3});
  CHECK(read(npy_of("<f8", "(1, 2, 3)", data)).shape == Shape{1, 2, 3});
  CHECK(read(npy_of("<f8", "(1, 3, 2, 1)", data)).values == std::vector<double>{1, 2, 3, 4, 5, 6});
  CHECK(read(npy_of("<f8", "(0, 3)", "")).shape == Shape{0, 3});
  CHECK(error(npy_of("<f8", "()", data)) == "q.npy: shape [] has 0 axes, expected 1 to 4");
  CHECK(error(npy_of("<f8", "(1, 1, 1, 1, 6)", data)) ==
        "q.npy: shape [1, 1, 1, 1, 6] has 5 axes, expected 1 to 4");
}

TEST_CASE("npy: Fortran order") {
  const std::string data = bytes_of(std::vector<double>{1, 4, 2, 5, 3, 6});
  CHECK(read(npy_of("<f8", "(2, 3)", data, true)).values == std::vector<double>{1, 2, 3, 4, 5, 6});
  std::vector<double> stored;
  for (double i = 0; i < 24; ++i) stored.push_back(i);
  const Array array = read(npy_of("<f8", "(2, 3, 2, 2)", bytes_of(stored), true));
  // a[i, j, k, l] lies at i + 2 j + 6 k + 12 l.
  CHECK(array.values[0] == 0);
  CHECK(array.values[1] == 12);
  CHECK(array.values[2] == 6);
  CHECK(array.values[4] == 2);
  CHECK(array.values[12] == 1);
  CHECK(array.values[23] == 23);
}

TEST_CASE("npy: every type of number") {
  const std::vector<double> expected{-2, 0, 1};
  CHECK(numbers<double>("<f8", {-2, 0, 1}) == expected);
  CHECK(numbers<float>("<f4", {-2, 0, 1}) == expected);
  CHECK(numbers<std::int64_t>("<i8", {-2, 0, 1}) == expected);
  CHECK(numbers<std::int32_t>("<i4", {-2, 0, 1}) == expected);
  CHECK(numbers<std::int16_t>("<i2", {-2, 0, 1}) == expected);
  CHECK(numbers<std::int8_t>("|i1", {-2, 0, 1}) == expected);
  CHECK(numbers<std::uint64_t>("<u8", {3}) == std::vector<double>{3});
  CHECK(numbers<std::uint32_t>("<u4", {4294967295U}) == std::vector<double>{4294967295.0});
  CHECK(numbers<std::uint16_t>("<u2", {65535}) == std::vector<double>{65535});
  CHECK(numbers<std::uint8_t>("|u1", {255}) == std::vector<double>{255});
  CHECK(numbers<float>("<f4", {0.1F}) == std::vector<double>{0.100000001490116119384765625});
}

TEST_CASE("npy: half precision (IEEE 754 binary16)") {
  const std::vector<double> values = numbers<std::uint16_t>(
      "<f2", {0x3C00, 0xC000, 0x3555, 0x0001, 0x03FF, 0x0400, 0x7BFF, 0x7C00, 0xFC00, 0x8000, 0x7E00});
  CHECK(values[0] == 1);
  CHECK(values[1] == -2);
  CHECK(values[2] == 0.333251953125);
  CHECK(values[3] == std::ldexp(1, -24));
  CHECK(values[4] == std::ldexp(1023, -24));
  CHECK(values[5] == std::ldexp(1, -14));
  CHECK(values[6] == 65504);
  CHECK(values[7] == std::numeric_limits<double>::infinity());
  CHECK(values[8] == -std::numeric_limits<double>::infinity());
  CHECK(std::signbit(values[9]));
  CHECK(std::isnan(values[10]));
}

TEST_CASE("npy: booleans") {
  const Array mask = read(npy_of("|b1", "(1, 2)", std::string("\1\0", 2)));
  CHECK(mask.booleans);
  CHECK(mask.values == std::vector<double>{1, 0});
  CHECK(error(npy_of("|b1", "(1, 2)", "\1\2")) ==
        "q.npy: element [0, 1] is the byte 2, expected 0 or 1 for a boolean");
}

TEST_CASE("npy: big-endian") {
  std::string data = bytes_of(std::vector<double>{1.5, -2});
  std::reverse(data.begin(), data.end());
  CHECK(read(npy_of(">f8", "(2,)", data)).values == std::vector<double>{-2, 1.5});
  CHECK(read(npy_of(">i2", "(1,)", std::string("\1\0", 2))).values == std::vector<double>{256});
}

TEST_CASE("npy: integers that are no doubles are refused") {
  constexpr std::int64_t limit = std::int64_t{1} << 53;
  CHECK(numbers<std::int64_t>("<i8", {limit, -limit, limit + 2, std::int64_t{1} << 62}) ==
        std::vector<double>{9007199254740992, -9007199254740992, 9007199254740994, std::ldexp(1, 62)});
  CHECK(numbers<std::int64_t>("<i8", {INT64_MIN}) == std::vector<double>{std::ldexp(-1, 63)});
  CHECK(numbers<std::uint64_t>("<u8", {std::uint64_t{1} << 63U}) == std::vector<double>{std::ldexp(1, 63)});
  CHECK(error(npy_of("<i8", "(1, 2)", bytes_of(std::vector<std::int64_t>{0, limit + 1}))) ==
        "q.npy: element [0, 1] is 9007199254740993, which is no double; save it as float64 if it may be "
        "rounded");
  CHECK(error(npy_of("<i8", "(2, 2)", bytes_of(std::vector<std::int64_t>{0, -limit - 1, 0, 0}), true))
            .starts_with("q.npy: element [1, 0] is -9007199254740993, "));
  CHECK(error(npy_of("<i8", "(1,)", bytes_of(std::vector<std::int64_t>{INT64_MAX})))
            .starts_with("q.npy: element [0] is 9223372036854775807, "));
  CHECK(error(npy_of("<u8", "(1,)", bytes_of(std::vector<std::uint64_t>{UINT64_MAX})))
            .starts_with("q.npy: element [0] is 18446744073709551615, "));
}

TEST_CASE("npy: versions") {
  const std::string header = "{'descr': '|u1', 'fortran_order': False, 'shape': (1,)}";
  for (const int version : {1, 2, 3})
    CHECK(read(npy(header, "\7", version)).values == std::vector<double>{7});
  CHECK(error(npy(header, "\7", 4)) == "q.npy: version 4.0 of the .npy format, expected 1.0, 2.0 or 3.0");
  CHECK(error(npy(header, "\7", 0)) == "q.npy: version 0.0 of the .npy format, expected 1.0, 2.0 or 3.0");
  CHECK(error("PK\3\4 and so on") == "q.npy: does not begin as a .npy file does (\\x93NUMPY)");
  CHECK(error("") == "q.npy: does not begin as a .npy file does (\\x93NUMPY)");
}

TEST_CASE("npy: spellings of a header that Python reads the same") {
  const std::string data = bytes_of(std::vector<std::int32_t>{1, 2});
  for (const std::string_view header :
       {"{'descr':'<i4','fortran_order':False,'shape':(1,2)}",
        "  { \"shape\" : ( 1 , 2 , ) , \"descr\" : \"<i4\" , \"fortran_order\" : False , }   \n",
        "{'shape': (1L, 2L), 'fortran_order': False, 'descr': '<i4'}"})
    CHECK(read(npy(header, data)).shape == Shape{1, 2});
}

TEST_CASE("npy: headers that say something else") {
  CHECK(
      header_error("{'descr': '|O', 'fortran_order': False, 'shape': (1,)}") ==
      "q.npy: an array of Python objects, which is not read; save numbers, for example a.astype('float64')");
  CHECK(header_error("{'descr': '<c16', 'fortran_order': False, 'shape': (1,)}") ==
        "q.npy: dtype \"<c16\", expected real numbers of at most 64 bits or booleans; save it for example as "
        "a.astype('float64')");
  for (const std::string_view descr :
       {"<f16", "|S8", "<U2", "<M8[ns]", "|V8", "f8", "=f8", "|f8", "<", "", "\\x1b"})
    CHECK(header_error("{'descr': '" + std::string(descr) + "', 'fortran_order': False, 'shape': (1,)}")
              .starts_with("q.npy: dtype \""));
  CHECK(header_error("{'descr': [('a', '<f8')], 'fortran_order': False, 'shape': (1,)}") ==
        "q.npy: an array of records (a structured dtype), expected one of numbers");
}

TEST_CASE("npy: headers that are broken") {
  CHECK(header_error("") == "q.npy: character 1 of the header: found its end, expected {");
  CHECK(header_error("[1, 2]") == "q.npy: character 1 of the header: found \"[1, 2]\", expected {");
  CHECK(header_error("{}") == "q.npy: the header has no 'descr'");
  CHECK(header_error("{'descr': '<f8', 'shape': (1,)}") == "q.npy: the header has no 'fortran_order'");
  CHECK(header_error("{'descr': '<f8', 'descr': '<f4'}") == "q.npy: the header has 'descr' twice");
  CHECK(header_error("{'color': 'red'}") ==
        "q.npy: the header has the unknown key \"color\", expected descr, fortran_order and shape");
  CHECK(header_error("{'descr': '<f8', 'fortran_order': 0, 'shape': (1,)}") ==
        "q.npy: character 35 of the header: found \"0, 'shape': (1,)}\", expected False");
  CHECK(header_error("{'descr': '<f8', 'fortran_order': False, 'shape': (1)}") ==
        "q.npy: character 53 of the header: found \")}\", expected ',' after the only length");
  CHECK(header_error("{'shape': (-1,)}") ==
        "q.npy: character 12 of the header: found \"-1,)}\", expected a length");
  CHECK(header_error("{'shape': (99999999999999999999,)}") ==
        "q.npy: the header's shape has a length beyond 2^64");
  CHECK(header_error("{'descr': '<f8") ==
        "q.npy: character 12 of the header: found \"<f8\", expected a text in quotes");
  CHECK(header_error("{'descr': '<f8', 'fortran_order': False, 'shape': (1,)} + 1") ==
        "q.npy: character 57 of the header: found \"+ 1\", expected nothing after the '}'");
}

TEST_CASE("npy: sizes are held against the file before anything is read") {
  const auto size_error = [](std::string_view shape) { return error(npy_of("<f8", shape, "12345678")); };
  CHECK(size_error("(2,)") == "q.npy: 8 bytes follow the header, expected 16 (shape [2] of float64)");
  CHECK(size_error("(0, 3)") == "q.npy: 8 bytes follow the header, expected 0 (shape [0, 3] of float64)");
  CHECK(size_error("(18446744073709551615, 2)") ==
        "q.npy: 8 bytes follow the header, expected 18446744073709551615 (shape [18446744073709551615, 2] of "
        "float64)");
  CHECK(size_error("(4294967296, 4294967296, 4294967296)").starts_with("q.npy: 8 bytes follow the header"));
  CHECK(size_error("(0, 18446744073709551615)") ==
        "q.npy: shape [0, 18446744073709551615] has no elements; expected lengths up to 1000000");
  std::string header_too_long = npy("{}", "", 2);
  header_too_long.replace(8, 4, "\xFF\xFF\xFF\xFF");
  CHECK(error(header_too_long) == "q.npy: a header of 4294967295 bytes, but only 2 are left");
}

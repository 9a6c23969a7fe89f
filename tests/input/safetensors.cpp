// .safetensors files.
#include <doctest/doctest.h>

#include "binary_samples.hpp"
#include "support.hpp"

using attn::Array;
using attn::Reader;
using attn::Shape;
using samples::bytes_of;
using samples::little;
using samples::safetensors;

namespace {

Array read(const std::string& bytes, const std::optional<std::string>& tensor = {}) {
  const Folder folder;
  return Reader().matrix({folder.write("m.safetensors", bytes), tensor});
}

std::string error(const std::string& bytes, const std::optional<std::string>& tensor = {}) {
  const Folder folder;
  const std::string path = folder.write("m.safetensors", bytes);
  const std::string message = message_of([&] { Reader().matrix({path, tensor}); });
  return message.starts_with(path) ? message.substr(folder.path().size() + 1) : message;
}

/// The error of a header with 8 bytes of data.
std::string header_error(std::string_view header) {
  return error(safetensors(header, "12345678"));
}

/// The only tensor of a file.
template <class T>
std::vector<double> numbers(std::string_view dtype, const std::vector<T>& stored) {
  const std::string data = bytes_of(stored);
  return read(safetensors("{\"t\": {\"dtype\": \"" + std::string(dtype) + "\", \"shape\": [" +
                              std::to_string(stored.size()) + "], \"data_offsets\": [0, " +
                              std::to_string(data.size()) + "]}}",
                          data))
      .values;
}

const std::string two_tensors =
    safetensors(R"({"__metadata__":{"format":"pt"},"b":{"dtype":"F32","shape":[1,2],"data_offsets":[8,16]},)"
                R"("layers.0.q":{"dtype":"F64","shape":[1,1],"data_offsets":[0,8]}}   )",
                bytes_of(std::vector<double>{0.1}) + bytes_of(std::vector<float>{1, 2}));

}  // namespace

TEST_CASE("safetensors: a tensor by its name") {
  CHECK(read(two_tensors, "b").values == std::vector<double>{1, 2});
  CHECK(read(two_tensors, "b").shape == Shape{1, 2});
  CHECK(read(two_tensors, "layers.0.q").values == std::vector<double>{0.1});
  CHECK(error(two_tensors) ==
        "m.safetensors: holds 2 arrays: b, layers.0.q; say which one with \"tensor\", or after a ':' behind "
        "the "
        "file name");
  CHECK(error(two_tensors, "layers_0_q") ==
        "m.safetensors: has no array \"layers_0_q\"; did you mean \"layers.0.q\"?");
  CHECK(error(two_tensors, "__metadata__") ==
        "m.safetensors: has no array \"__metadata__\"; it holds 2 arrays: b, layers.0.q");
  CHECK(error(safetensors("{}", "")) == "m.safetensors: holds no arrays");
}

TEST_CASE("safetensors: every type of number") {
  const std::vector<double> expected{-2, 0, 1};
  CHECK(numbers<double>("F64", {-2, 0, 1}) == expected);
  CHECK(numbers<float>("F32", {-2, 0, 1}) == expected);
  CHECK(numbers<std::uint16_t>("F16", {0xC000, 0, 0x3C00}) == expected);
  CHECK(numbers<std::uint16_t>("BF16", {0xC000, 0, 0x3F80}) == expected);
  CHECK(numbers<std::uint16_t>("BF16", {0x3DCD}) == std::vector<double>{0.10009765625});
  CHECK(numbers<std::int64_t>("I64", {-2, 0, 1}) == expected);
  CHECK(numbers<std::int32_t>("I32", {-2, 0, 1}) == expected);
  CHECK(numbers<std::int16_t>("I16", {-2, 0, 1}) == expected);
  CHECK(numbers<std::int8_t>("I8", {-2, 0, 1}) == expected);
  CHECK(numbers<std::uint64_t>("U64", {7}) == std::vector<double>{7});
  CHECK(numbers<std::uint32_t>("U32", {7}) == std::vector<double>{7});
  CHECK(numbers<std::uint16_t>("U16", {7}) == std::vector<double>{7});
  CHECK(numbers<std::uint8_t>("U8", {7}) == std::vector<double>{7});
  CHECK(
      read(safetensors(R"({"m":{"dtype":"BOOL","shape":[2],"data_offsets":[0,2]}})", std::string("\1\0", 2)))
          .booleans);
}

TEST_CASE("safetensors: types that are not known matter only where they are asked for") {
  const std::string file = safetensors(R"({"a":{"dtype":"F8_E4M3","shape":[4],"data_offsets":[0,4]},)"
                                       R"("b":{"dtype":"F32","shape":[1],"data_offsets":[4,8]}})",
                                       std::string("\0\0\0\0\0\0\x80\x3F", 8));
  CHECK(read(file, "b").values == std::vector<double>{1});
  CHECK(
      error(file, "a") ==
      "m.safetensors:a: dtype \"F8_E4M3\", expected one of F64, F32, F16, BF16, I64, I32, I16, I8, U64, U32, "
      "U16, U8, BOOL");
}

TEST_CASE("safetensors: rank") {
  CHECK(error(safetensors(R"({"a":{"dtype":"F64","shape":[],"data_offsets":[0,8]}})", "12345678")) ==
        "m.safetensors:a: shape [] has 0 axes, expected 1 to 4");
  CHECK(read(safetensors(R"({"a":{"dtype":"F64","shape":[0,4],"data_offsets":[0,0]}})", "")).shape ==
        Shape{0, 4});
}

TEST_CASE("safetensors: lengths that are more than the file") {
  CHECK(error("") ==
        "m.safetensors: 0 bytes are no safetensors file, which begins with the header's length in 8");
  CHECK(error(little(~std::uint64_t{0}, 8) + "{}") ==
        "m.safetensors: says that its header has 18446744073709551615 bytes, expected at most 2; is it a "
        ".safetensors file?");
  CHECK(error(little(3, 8) + "{}") ==
        "m.safetensors: says that its header has 3 bytes, expected at most 2; is it a .safetensors file?");
}

TEST_CASE("safetensors: headers that are no such JSON") {
  CHECK(error(safetensors("[1]", "")) ==
        "m.safetensors: header:1:1: found an array, expected an object of tensors");
  CHECK(error(safetensors("{", "")).starts_with("m.safetensors: header:1:2: found the end of the file"));
  CHECK(error(safetensors("", "")) == "m.safetensors: header:1:1: the file is empty");
  CHECK(error(safetensors(R"({"a": 1})", "")) ==
        "m.safetensors: header:1:7: a: found the number 1, expected an object with dtype, shape and "
        "data_offsets");
  CHECK(header_error(R"({"a":{"dtype":"F64","shape":[1],"data_offsets":[0,8]},"a":1})") ==
        "m.safetensors: header:1:55: duplicate key \"a\" (first at line 1 column 2)");
  std::string deep;
  for (int i = 0; i < 100000; ++i) deep += "{\"a\":";
  CHECK(error(safetensors(deep, "")) == "m.safetensors: header:1:81: brackets nest more than 16 deep");
  CHECK(error(safetensors(std::string(100000, '['), ""))
            .starts_with("m.safetensors: header:1:5: brackets nest"));
  CHECK(header_error(R"({"a":{"dtype":"F64","shape":[1]}})") ==
        "m.safetensors: header:1:6: a: expected dtype, shape and data_offsets, and nothing else");
  CHECK(header_error(R"({"a":{"dtype":"F64","shape":[1],"data_offsets":[0,8],"x":1}})") ==
        "m.safetensors: header:1:6: a: expected dtype, shape and data_offsets, and nothing else");
  CHECK(header_error(R"({"a":{"dtype":64,"shape":[1],"data_offsets":[0,8]}})") ==
        "m.safetensors: header:1:15: a: found the number 64, expected the name of a dtype");
  CHECK(header_error(R"({"a":{"dtype":"F64","shape":[-1],"data_offsets":[0,8]}})") ==
        "m.safetensors: header:1:29: a: found -1, expected whole numbers from 0 to 2^53");
  CHECK(header_error(R"({"a":{"dtype":"F64","shape":[1.5],"data_offsets":[0,8]}})")
            .starts_with("m.safetensors: header:1:29: a: found 1.5, expected whole"));
  CHECK(header_error(R"({"a":{"dtype":"F64","shape":[1],"data_offsets":[0,18446744073709551615]}})")
            .starts_with("m.safetensors: header:1:48: a: found 1.8446744073709552e+19, expected whole"));
  CHECK(header_error(R"({"a":{"dtype":"F64","shape":[[1]],"data_offsets":[0,8]}})") ==
        "m.safetensors: header:1:29: a: found an array, expected a list of whole numbers");
  CHECK(header_error(R"({"a":{"dtype":"F64","shape":[null],"data_offsets":[0,8]}})")
            .starts_with("m.safetensors: header:1:29: a: found "));
  CHECK(header_error(R"({"a":{"dtype":"F64","shape":[1],"data_offsets":[8]}})") ==
        "m.safetensors: header:1:48: a: expected two data_offsets");
}

TEST_CASE("safetensors: offsets that run out, overlap, leave gaps or do not fit the shape") {
  CHECK(header_error(R"({"a":{"dtype":"F64","shape":[1],"data_offsets":[8,16]}})") ==
        "m.safetensors: header:1:6: a: data_offsets [8, 16], expected a range within the 8 bytes after the "
        "header");
  CHECK(header_error(R"({"a":{"dtype":"F64","shape":[1],"data_offsets":[8,0]}})") ==
        "m.safetensors: header:1:6: a: data_offsets [8, 0], expected a range within the 8 bytes after the "
        "header");
  CHECK(header_error(R"({"a":{"dtype":"F64","shape":[2],"data_offsets":[0,8]}})") ==
        "m.safetensors: header:1:6: a: data_offsets [0, 8] are 8 bytes, which do not hold shape [2] of F64");
  CHECK(header_error(R"({"a":{"dtype":"F64","shape":[4294967296,4294967296],"data_offsets":[0,0]}})") ==
        "m.safetensors: header:1:6: a: data_offsets [0, 0] are 0 bytes, which do not hold shape [4294967296, "
        "4294967296] of F64");
  CHECK(header_error(R"({"a":{"dtype":"F32","shape":[1],"data_offsets":[0,4]},)"
                     R"("b":{"dtype":"U8","shape":[6],"data_offsets":[2,8]}})") ==
        "m.safetensors: header:1:59: b: data_offsets begin at 2, expected 4, where the tensor before ends");
  CHECK(header_error(R"({"a":{"dtype":"F32","shape":[1],"data_offsets":[4,8]}})") ==
        "m.safetensors: header:1:6: a: data_offsets begin at 4, expected 0, where the tensor before ends");
  CHECK(header_error(R"({"a":{"dtype":"F32","shape":[1],"data_offsets":[0,4]}})") ==
        "m.safetensors: header:1:1: the tensors end at 4, expected 8, where the file does");
}

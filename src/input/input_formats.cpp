#include <fmt/format.h>

#include <array>
#include <string>

#include "attn/error.hpp"
#include "attn/read.hpp"
#include "input/binary_formats.hpp"
#include "input/csv.hpp"
#include "input/document.hpp"
#include "input/input_file.hpp"
#include "input/npy.hpp"
#include "input/source.hpp"

namespace attn {

namespace {

/// Nested brackets of numbers, alone in the file.
Array read_json(const InputRequest& request) {
  const std::string text = request.file.contents();
  const Source source(text, request.where);
  JsonNode document = parse_document(source);
  JsonArray* numbers = document.as<JsonArray>();
  if (numbers == nullptr)
    source.fail(document.offset, {},
                fmt::format("found {}, expected an array of numbers", describe(document)));
  if (!numbers->array.unstated.empty()) source.fail(numbers->first_null, {}, "found null, expected a number");
  if (numbers->array.shape == Shape{0}) source.fail(document.offset, {}, "[] has no width");
  return std::move(numbers->array);
}

Array read_csv_file(const InputRequest& request) {
  return read_csv(request.file.contents(), request.where, request.csv);
}

Array read_npy_file(const InputRequest& request) {
  return read_npy(request.file, request.file.size(), request.where);
}

constexpr std::array formats{
    InputFormat{"csv", ".csv", "comma-separated values: one matrix", false, read_csv_file},
    InputFormat{"json", ".json", "nested arrays: one array of any rank", false, read_json},
    InputFormat{"npy", ".npy", "NumPy: one array of numbers or booleans", false, read_npy_file},
    InputFormat{"npz", ".npz", "NumPy: arrays with names, from savez or savez_compressed", true, read_npz},
    InputFormat{"safetensors", ".safetensors", "tensors with names", true, read_safetensors},
};

}  // namespace

std::span<const InputFormat> input_formats() {
  return formats;
}

}  // namespace attn

#include <fmt/format.h>

#include <array>
#include <string>

#include "attn/error.hpp"
#include "attn/read.hpp"
#include "input/csv.hpp"
#include "input/document.hpp"
#include "input/source.hpp"

namespace attn {

namespace {

/// Nested brackets of numbers, alone in the file.
Array read_json(std::string_view text, std::string_view where, const CsvOptions&) {
  const Source source(text, where);
  JsonNode document = parse_document(source);
  JsonArray* numbers = document.as<JsonArray>();
  if (numbers == nullptr)
    source.fail(document.offset, {},
                fmt::format("found {}, expected an array of numbers", describe(document)));
  if (!numbers->array.unstated.empty()) source.fail(numbers->first_null, {}, "found null, expected a number");
  if (numbers->array.shape == Shape{0}) source.fail(document.offset, {}, "[] has no width");
  return std::move(numbers->array);
}

constexpr std::array formats{
    InputFormat{"csv", ".csv", "comma-separated values: one matrix", read_csv},
    InputFormat{"json", ".json", "nested arrays: one array of any rank", read_json},
};

}  // namespace

std::span<const InputFormat> input_formats() {
  return formats;
}

}  // namespace attn

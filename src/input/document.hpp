#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "attn/raw_problem.hpp"
#include "input/source.hpp"

namespace attn {

struct JsonNode;
struct JsonMember;

struct JsonNull {};

/// Nested brackets of numbers, booleans and nulls: one flat buffer, no node per number.
struct JsonArray {
  Array array;
  std::size_t first_null = 0;  ///< offset; says nothing where no number is unstated
};

using JsonList = std::vector<JsonNode>;      ///< of strings and objects
using JsonObject = std::vector<JsonMember>;  ///< in the order of the text, keys differ

/// A value of a JSON document, and where in the text it begins.
struct JsonNode {
  std::size_t offset = 0;
  std::variant<JsonNull, bool, double, std::string, JsonArray, JsonList, JsonObject> value;

  template <class T>
  T* as() {
    return std::get_if<T>(&value);
  }
  template <class T>
  const T* as() const {
    return std::get_if<T>(&value);
  }
};

struct JsonMember {
  std::string key;
  std::size_t offset = 0;  ///< of the key
  JsonNode value;
};

/// What the value is, for an error message: "the number 3", "an object".
std::string describe(const JsonNode& node);

/// Parses JSON. Throws InputError with line and column. `texts` are the paths ("tokens.query") whose arrays
/// hold strings and nothing else; in other arrays the strings "inf", "-inf" and "nan" are numbers.
JsonNode parse_document(const Source& source, std::span<const std::string_view> texts = {});

}  // namespace attn

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

/// What a kind of document holds, as paths: "tokens.query", and "steps[].id" for the items of a list.
struct DocumentRules {
  /// Arrays of strings and nothing else; in other arrays "inf", "-inf" and "nan" are numbers.
  std::span<const std::string_view> texts = {};
  /// Lists of objects in which null may stand for an object.
  std::span<const std::string_view> objects_or_null = {};
  /// Keys whose values are kept; what stands under others is passed over, and is null. Empty: all are kept.
  std::span<const std::string_view> known = {};
};

/// Parses JSON. Throws InputError with line and column.
JsonNode parse_document(const Source& source, const DocumentRules& rules = {});

}  // namespace attn

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <system_error>
#include <utility>

#include "attn/error.hpp"
#include "input/problem_text.hpp"
#include "text/visible.hpp"

namespace attn {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t longest_path = 4096;
constexpr std::string_view items = R"(a number or "inf", "-inf", "nan")";
constexpr std::string_view array_kinds = R"(an array, {"file": ...} or {"shape": ...})";
constexpr std::array<std::string_view, 3> object_keys{"file", "tensor", "shape"};

void check_values(const ProblemText& in, std::string_view key, const JsonNode& node, ArrayRules rules) {
  const JsonArray& numbers = *node.as<JsonArray>();
  if (!numbers.array.unstated.empty() && !rules.nulls)
    in.source.fail(numbers.first_null, key,
                   "found null, expected a number; only expect may leave numbers open");
  if (numbers.array.booleans && !rules.booleans)
    in.source.fail(node.offset, key,
                   "found booleans, expected numbers; only the values of a mask may be booleans");
  if (numbers.array.shape == Shape{0})
    in.source.fail(node.offset, key, R"([] has no width; write {"shape": [0, d]} for an array without rows)");
}

/// The path of the file that an object names.
std::string file_path(const ProblemText& in, std::string_view key, const JsonNode& node) {
  const auto* name = node.as<std::string>();
  if (name == nullptr) in.fail_type(key, node, "the name of a file");
  if (*name == "-")
    in.source.fail(node.offset, key, R"("-" (standard input) is for the command line; name a file)");
  if (name->empty() || name->find('\0') != std::string::npos)
    in.source.fail(node.offset, key, fmt::format("{} is not the name of a file", in_quotes(*name)));
  std::string path = (fs::path(in.folder) / *name).string();
  std::error_code ignored;
  if (!fs::exists(path, ignored))
    in.source.fail(
        node.offset, key,
        fmt::format("no file {} (names are relative to the problem file)", shown(path, longest_path)));
  return path;
}

const JsonNode* member_of(const JsonNode& object, std::string_view key) {
  for (const JsonMember& member : *object.as<JsonObject>())
    if (member.key == key) return &member.value;
  return nullptr;
}

/// {"file": ...}, or with the name of one of the file's tensors {"file": ..., "tensor": ...}.
Setting read_file(ProblemText& in, const std::string& key, const JsonNode& node, ArrayRules rules) {
  MatrixFile from{file_path(in, key, *member_of(node, "file"))};
  if (const JsonNode* tensor = member_of(node, "tensor")) {
    if (tensor->as<std::string>() == nullptr) in.fail_type(key, *tensor, "the name of a tensor");
    from.tensor = *tensor->as<std::string>();
  }
  const std::string where = fmt::format("{}: {}", from.shown(), key);
  Array array = in.reader.matrix(from);
  if (array.booleans && !rules.booleans) throw InputError(where + ": found booleans, expected numbers");
  return {where, std::move(array)};
}

Setting read_shape(const ProblemText& in, const std::string& key, const JsonNode& node) {
  const auto* lengths = node.as<JsonArray>();
  if (lengths == nullptr || lengths->array.shape.size() != 1 || lengths->array.booleans ||
      !lengths->array.unstated.empty())
    in.fail_type(key, node, "a shape such as [0, 3]");
  Array array;
  for (const double length : lengths->array.values) {
    constexpr double largest = 1e6;  // no product of three of them overflows
    if (!(length >= 0 && length <= largest && std::floor(length) == length))
      in.source.fail(node.offset, key, fmt::format("found {}, expected a length from 0 to 1000000", length));
    array.shape.push_back(static_cast<std::size_t>(length));
  }
  if (array.shape.size() > 4 || array.shape.empty())
    in.source.fail(node.offset, key, fmt::format("found {} axes, expected 1 to 4", array.shape.size()));
  if (const std::size_t count = element_count(array.shape); count != 0)
    in.source.fail(node.offset, key,
                   fmt::format(R"(shape {} has {} elements, expected none; write the numbers themselves)",
                               to_string(array.shape), count));
  return {in.source.where(node.offset, key), std::move(array)};
}

/// {"file": ...} or {"shape": ...}.
Setting read_object(ProblemText& in, const std::string& key, JsonNode& node, ArrayRules rules) {
  const JsonObject& members = *node.as<JsonObject>();
  for (const JsonMember& member : members)
    if (std::find(object_keys.begin(), object_keys.end(), member.key) == object_keys.end())
      in.fail_key(key, member, object_keys);
  const JsonNode* file = member_of(node, "file");
  const JsonNode* shape = member_of(node, "shape");
  if ((file == nullptr) == (shape == nullptr))
    in.source.fail(node.offset, key, R"(expected either "file" or "shape" in this object)");
  if (file != nullptr) return read_file(in, key, node, rules);
  if (members.size() != 1) in.source.fail(node.offset, key, R"("tensor" goes with "file", not with "shape")");
  return read_shape(in, key, *shape);
}

/// A list of arrays of one shape, one behind the other: [count, ...shape].
Setting read_stack(ProblemText& in, const std::string& key, JsonNode& node, ArrayRules rules) {
  Array stack;
  for (JsonNode& item : *node.as<JsonList>()) {
    if (item.as<JsonObject>() == nullptr)
      in.fail_type(key, item, stack.shape.empty() ? items : R"({"file": ...})");
    Setting part = read_object(in, key, item, rules);
    Array& array = std::get<Array>(part.value);
    if (stack.shape.empty()) stack = {array.shape, {}, array.booleans, {}};
    if (stack.shape != array.shape || stack.booleans != array.booleans)
      in.source.fail(item.offset, key,
                     fmt::format("shape {}, expected {} as the first of the list", to_string(array.shape),
                                 to_string(stack.shape)));
    stack.values.insert(stack.values.end(), array.values.begin(), array.values.end());
  }
  if (stack.shape.size() > 3)
    in.source.fail(node.offset, key, "a list of arrays of rank 4 would have rank 5; the most is 4");
  stack.shape.insert(stack.shape.begin(), node.as<JsonList>()->size());
  return {in.source.where(node.offset, key), std::move(stack)};
}

}  // namespace

Setting read_array(ProblemText& in, const std::string& key, JsonNode& node, ArrayRules rules) {
  if (node.as<JsonObject>() != nullptr) return read_object(in, key, node, rules);
  if (node.as<JsonList>() != nullptr) return read_stack(in, key, node, rules);
  if (node.as<JsonArray>() == nullptr) in.fail_type(key, node, array_kinds);
  check_values(in, key, node, rules);
  return {in.source.where(node.offset, key), std::move(node.as<JsonArray>()->array)};
}

}  // namespace attn

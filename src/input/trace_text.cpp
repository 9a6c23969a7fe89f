#include "input/trace_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace attn {

namespace {

constexpr double most = 1e9;  // beyond any size and index, and below where products of two overflow

bool is_whole(double number) {
  return number >= 0 && number <= most && number == std::floor(number);
}

}  // namespace

TraceObject::TraceObject(const Source& source, JsonNode& node, std::string path)
    : source_(&source), members_(node.as<JsonObject>()), offset_(node.offset), path_(std::move(path)) {
  if (!members_) source.fail(offset_, path_, fmt::format("found {}, expected an object", describe(node)));
}

std::string TraceObject::path_to(std::string_view key) const {
  return path_.empty() ? std::string(key) : fmt::format("{}.{}", path_, key);
}

void TraceObject::fail(std::string_view key, std::string_view message) const {
  const JsonNode* node = find(key);
  source_->fail(node ? node->offset : offset_, node ? path_to(key) : path_, message);
}

void TraceObject::fail_type(std::string_view key, std::string_view expected) const {
  fail(key, fmt::format("found {}, expected {}", describe(*find(key)), expected));
}

JsonNode* TraceObject::find(std::string_view key) const {
  const auto member = std::ranges::find(*members_, key, &JsonMember::key);
  return member == members_->end() || member->value.as<JsonNull>() ? nullptr : &member->value;
}

std::optional<TraceObject> TraceObject::object(std::string_view key) const {
  JsonNode* node = find(key);
  if (!node) return std::nullopt;
  return TraceObject(*source_, *node, path_to(key));
}

std::optional<std::string> TraceObject::text(std::string_view key) const {
  const JsonNode* node = find(key);
  if (!node) return std::nullopt;
  const auto* text = node->as<std::string>();
  if (!text) fail_type(key, "a string");
  return *text;
}

std::optional<std::vector<std::string>> TraceObject::texts(std::string_view key) const {
  const JsonNode* node = find(key);
  if (!node) return std::nullopt;
  const auto* list = node->as<JsonList>();
  if (!list) fail_type(key, "a list of strings");
  std::vector<std::string> texts;
  for (const JsonNode& item : *list) {
    if (!item.as<std::string>()) fail_type(key, "a list of strings");
    texts.push_back(*item.as<std::string>());
  }
  return texts;
}

std::optional<double> TraceObject::number(std::string_view key) const {
  const JsonNode* node = find(key);
  if (!node) return std::nullopt;
  if (!node->as<double>()) fail_type(key, "a number");
  return *node->as<double>();
}

std::optional<bool> TraceObject::boolean(std::string_view key) const {
  const JsonNode* node = find(key);
  if (!node) return std::nullopt;
  if (!node->as<bool>()) fail_type(key, "true or false");
  return *node->as<bool>();
}

std::optional<std::size_t> TraceObject::whole(std::string_view key) const {
  const auto value = number(key);
  if (!value) return std::nullopt;
  if (!is_whole(*value)) fail_type(key, "a whole number from 0 to 1000000000");
  return static_cast<std::size_t>(*value);
}

std::optional<std::vector<std::size_t>> TraceObject::wholes(std::string_view key) const {
  const Array* array = numbers(key);
  if (!array) return std::nullopt;
  if (array->shape.size() != 1 || !std::ranges::all_of(array->values, is_whole))
    fail_type(key, "a list of whole numbers");
  return std::vector<std::size_t>(array->values.begin(), array->values.end());
}

Array* TraceObject::numbers(std::string_view key) const {
  JsonNode* node = find(key);
  if (!node) return nullptr;
  auto* numbers = node->as<JsonArray>();
  if (!numbers || numbers->array.booleans) fail_type(key, "an array of numbers");
  if (!numbers->array.unstated.empty())
    source_->fail(numbers->first_null, path_to(key),
                  R"(found null, expected a number or "inf", "-inf", "nan")");
  return &numbers->array;
}

std::vector<std::optional<TraceObject>> TraceObject::objects(std::string_view key) const {
  std::vector<std::optional<TraceObject>> objects;
  JsonNode* node = find(key);
  if (!node) return objects;
  if (const auto* none = node->as<JsonArray>(); none && none->array.shape == Shape{0}) return objects;
  auto* list = node->as<JsonList>();
  if (!list) fail_type(key, "a list of objects");
  for (JsonNode& item : *list) {
    if (item.as<JsonNull>())
      objects.emplace_back();
    else
      objects.emplace_back(TraceObject(*source_, item, fmt::format("{}[{}]", path_to(key), objects.size())));
  }
  return objects;
}

}  // namespace attn

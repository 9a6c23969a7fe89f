#include <fmt/format.h>

#include <utility>

#include "input/problem_text.hpp"

namespace attn {

namespace {

/// A list of strings. Lists of objects are not settings of masks.
std::vector<std::string> read_strings(const ProblemText& in, const std::string& key, JsonNode& node) {
  std::vector<std::string> strings;
  for (JsonNode& item : *node.as<JsonList>()) {
    if (item.as<std::string>() == nullptr) in.fail_type(key, item, "a string");
    strings.push_back(std::move(*item.as<std::string>()));
  }
  return strings;
}

/// One setting, whatever it means: what a type of mask has for keys is not known here.
Setting read_setting(ProblemText& in, const std::string& key, JsonMember& member) {
  JsonNode& node = member.value;
  const std::string path = key + "." + member.key;
  const std::string where = in.source.where(node.offset, path);
  const bool is_values = member.key == "values";
  if (is_values || node.as<JsonObject>() != nullptr)
    return read_array(in, path, node, {.booleans = is_values});
  if (const auto* value = node.as<double>()) return {where, *value};
  if (const auto* value = node.as<bool>()) return {where, *value};
  if (auto* value = node.as<std::string>()) return {where, std::move(*value)};
  if (node.as<JsonList>() != nullptr) return {where, read_strings(in, path, node)};
  if (const auto* numbers = node.as<JsonArray>(); numbers != nullptr && numbers->array.shape == Shape{0})
    return {where, numbers->array};  // an empty list needs no width
  if (node.as<JsonArray>() == nullptr) in.fail_type(path, node, "a number, a string or an array");
  return read_array(in, path, node);
}

MaskSpec read_mask(ProblemText& in, const std::string& key, JsonNode& node) {
  MaskSpec mask{in.source.where(node.offset, key), {}, {}};
  if (auto* type = node.as<std::string>()) {
    mask.type = std::move(*type);
    return mask;
  }
  JsonObject* members = node.as<JsonObject>();
  if (members == nullptr) in.fail_type(key, node, R"(a mask such as "causal" or {"type": "causal"})");
  bool has_type = false;
  for (JsonMember& member : *members) {
    if (member.key != "type") {
      mask.settings.emplace(member.key, read_setting(in, key, member));
      continue;
    }
    if (member.value.as<std::string>() == nullptr) in.fail_type(key + ".type", member.value, "a string");
    mask.type = std::move(*member.value.as<std::string>());
    has_type = true;
  }
  if (!has_type)
    in.source.fail(node.offset, key, R"(no "type" in this object; write for example {"type": "causal"})");
  return mask;
}

}  // namespace

void read_masks(ProblemText& in, const std::string& key, JsonNode& node) {
  if (const auto* numbers = node.as<JsonArray>(); numbers != nullptr && numbers->array.shape == Shape{0})
    return;
  JsonList* list = node.as<JsonList>();
  if (list == nullptr) return in.raw.masks.push_back(read_mask(in, key, node));
  for (std::size_t i = 0; i < list->size(); ++i)
    in.raw.masks.push_back(read_mask(in, fmt::format("{}[{}]", key, i), (*list)[i]));
}

}  // namespace attn

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <limits>
#include <optional>
#include <utility>

#include "attn/number.hpp"
#include "attn/options.hpp"
#include "input/problem_text.hpp"

namespace attn {

namespace {

void read_text(ProblemText& in, const std::string& key, JsonNode& node) {
  auto* value = node.as<std::string>();
  if (value == nullptr) in.fail_type(key, node, "a string");
  in.set(key, node, std::move(*value));
}

void read_number(ProblemText& in, const std::string& key, JsonNode& node) {
  const auto* value = node.as<double>();
  if (value == nullptr) in.fail_type(key, node, "a number");
  in.set(key, node, *value);
}

void read_array_setting(ProblemText& in, const std::string& key, JsonNode& node) {
  in.raw.settings.insert_or_assign(key, read_array(in, key, node));
}

/// Every member of an object by itself, as "key.member".
template <std::size_t N>
void read_members(ProblemText& in, const std::string& key, JsonNode& node,
                  const std::array<std::string_view, N>& known, decltype(ValueKind::read) read) {
  if (node.as<JsonObject>()->empty())
    in.source.fail(node.offset, key,
                   fmt::format("found an empty object, expected {}", fmt::join(known, " and ")));
  for (JsonMember& member : *node.as<JsonObject>()) {
    if (std::find(known.begin(), known.end(), member.key) == known.end()) in.fail_key(key, member, known);
    read(in, key + "." + member.key, member.value);
  }
}

void read_names(ProblemText& in, const std::string& key, JsonNode& node) {
  JsonList* list = node.as<JsonList>();
  if (list == nullptr) in.fail_type(key, node, "a list of strings");
  std::vector<std::string> names;
  for (JsonNode& item : *list) {
    if (item.as<std::string>() == nullptr) in.fail_type(key, item, "a string");
    names.push_back(std::move(*item.as<std::string>()));
  }
  in.set(key, node, std::move(names));
}

void read_tokens(ProblemText& in, const std::string& key, JsonNode& node) {
  constexpr std::array<std::string_view, 2> known{"query", "key"};
  if (node.as<JsonList>() != nullptr) return read_names(in, key, node);
  if (node.as<JsonObject>() == nullptr)
    in.fail_type(key, node, R"(a list of strings, or {"query": [...], "key": [...]})");
  read_members(in, key, node, known, read_names);
}

void read_past(ProblemText& in, const std::string& key, JsonNode& node) {
  constexpr std::array<std::string_view, 2> known{"K", "V"};
  if (node.as<JsonObject>() == nullptr) in.fail_type(key, node, R"({"K": ..., "V": ...})");
  read_members(in, key, node, known, read_array_setting);
}

void read_tile(ProblemText& in, const std::string& key, JsonNode& node) {
  constexpr std::array<std::string_view, 2> known{"rows", "cols"};
  if (node.as<JsonObject>() == nullptr) in.fail_type(key, node, R"({"rows": ..., "cols": ...})");
  read_members(in, key, node, known, read_number);
}

/// The value of a step that is a single number, or null for one that is not stated.
std::optional<Array> single_expectation(const JsonNode& node) {
  if (node.as<JsonNull>() != nullptr)
    return Array{{1}, {std::numeric_limits<double>::quiet_NaN()}, false, {0}};
  if (const auto* value = node.as<double>()) return Array{{1}, {*value}, false, {}};
  const auto* text = node.as<std::string>();
  const auto value = text == nullptr ? std::nullopt : read_nonfinite(*text);
  return value ? std::optional(Array{{1}, {*value}, false, {}}) : std::nullopt;
}

/// The numbers of a value, as they stand in the text: its tokens other than brackets, commas and colons. The
/// text was parsed, so it is valid.
std::vector<Literal> literals_at(std::string_view text, std::size_t begin) {
  std::vector<Literal> literals;
  std::size_t depth = 0;
  std::size_t at = begin;
  do {
    const std::size_t start = at++;
    if (text[start] == '[') {
      ++depth;
    } else if (text[start] == ']') {
      --depth;
    } else if (std::string_view(", \t\r\n").find(text[start]) == std::string_view::npos) {
      // None of the strings that stand for a number holds a quote.
      at = text[start] == '"' ? text.find('"', at) + 1
                              : std::min(text.find_first_of(",] \t\r\n}", at), text.size());
      literals.push_back({std::string(text.substr(start, at - start)), start});
    }
  } while (depth > 0);
  return literals;
}

/// Which steps exist is not known before the problem is.
void read_expectations(ProblemText& in, const std::string& key, JsonNode& node) {
  if (node.as<JsonObject>() == nullptr)
    in.fail_type(key, node, R"(step names and their values, {"weights": ...})");
  for (JsonMember& member : *node.as<JsonObject>()) {
    const std::string path = key + "." + member.key;
    auto single = single_expectation(member.value);
    const bool is_written_here = single || member.value.as<JsonArray>() != nullptr;
    Setting setting = single ? Setting{in.source.where(member.value.offset, path), std::move(*single)}
                             : read_array(in, path, member.value, {.nulls = true});
    if (is_written_here)
      std::get<Array>(setting.value).literals = literals_at(in.source.text(), member.value.offset);
    in.raw.settings.insert_or_assign(path, std::move(setting));
  }
}

/// "derived" alone, or any of the kinds of tolerance.
void read_tolerance(ProblemText& in, const std::string& key, JsonNode& node) {
  constexpr std::array<std::string_view, 4> known{"atol", "rtol", "ulp", "derived"};
  if (node.as<std::string>() != nullptr) {
    if (*node.as<std::string>() != "derived")
      in.fail_type(key, node, R"("derived", or an object such as {"atol": ..., "rtol": ...})");
    in.set(key + ".derived", node, std::string(name_of(precisions, Precision::float64)));
    return;
  }
  read_members(in, key, node, known, [](ProblemText& text, const std::string& path, JsonNode& value) {
    (path.ends_with(".derived") ? read_text : read_number)(text, path, value);
  });
}

void read_tolerances(ProblemText& in, const std::string& key, JsonNode& node) {
  constexpr std::array<std::string_view, 4> known{"atol", "rtol", "ulp", "derived"};
  constexpr std::string_view expected =
      R"("derived", {"atol": ..., "rtol": ...}, or step names with one of these each)";
  if (node.as<std::string>() != nullptr) return read_tolerance(in, key, node);
  if (node.as<JsonObject>() == nullptr) in.fail_type(key, node, expected);
  for (JsonMember& member : *node.as<JsonObject>()) {
    const std::string path = key + "." + member.key;
    if (member.key == "derived")
      read_text(in, path, member.value);
    else if (std::find(known.begin(), known.end(), member.key) != known.end())
      read_number(in, path, member.value);
    else if (member.value.as<JsonObject>() != nullptr || member.value.as<std::string>() != nullptr)
      read_tolerance(in, path, member.value);
    else if (member.value.as<double>() != nullptr)
      in.fail_key(key, member, known);
    else
      in.fail_type(path, member.value, R"("derived" or {"atol": ..., "rtol": ...})");
  }
}

constexpr std::array kinds{
    ValueKind{"text", read_text},
    ValueKind{"name", read_text},
    ValueKind{"number", read_number},
    ValueKind{"array", read_array_setting},
    ValueKind{"tokens", read_tokens},
    ValueKind{"masks", read_masks},
    ValueKind{"past", read_past},
    ValueKind{"tile", read_tile},
    ValueKind{"expectations", read_expectations},
    ValueKind{"tolerances", read_tolerances},
};

}  // namespace

std::span<const ValueKind> value_kinds() {
  return kinds;
}

}  // namespace attn

// What kinds of documents allow beside plain JSON. Both parsers tell one builder, so one of them is enough.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <array>

#include "input/document.hpp"
#include "support.hpp"

namespace {

using attn::DocumentRules;
using attn::JsonArray;
using attn::JsonList;
using attn::JsonMember;
using attn::JsonNode;
using attn::JsonNull;
using attn::JsonObject;

constexpr std::array<std::string_view, 3> known{"steps", "steps[].id", "last"};
constexpr std::array<std::string_view, 1> nulls{"steps"};
constexpr DocumentRules rules{{}, nulls, known};

JsonNode parse(std::string_view text) {
  return attn::parse_document(attn::Source(text, "d.json"), rules);
}

std::string error(std::string_view text) {
  return message_of([&] { parse(text); });
}

const JsonNode& member(const JsonNode& node, std::string_view key) {
  for (const JsonMember& one : *node.as<JsonObject>())
    if (one.key == key) return one.value;
  FAIL("no member ", key);
  return node;
}

}  // namespace

TEST_CASE("what stands under an unknown key is passed over, whatever it is") {
  for (const std::string_view value : {"1", "1e999", "null", "\"inf\"", "[1, [2], \"x\", {}]",
                                       "{\"a\": {\"b\": [1, {}]}, \"a\": 2}", "[]", "{}"}) {
    CAPTURE(value);
    const std::string text =
        fmt::format(R"({{"x": {0}, "steps": [{{"y": {0}, "id": "a"}}], "last": 3}})", value);
    const JsonNode document = parse(text);
    CHECK(member(document, "x").as<JsonNull>() != nullptr);
    CHECK(*member(document, "last").as<double>() == 3);
    const JsonList& steps = *member(document, "steps").as<JsonList>();
    CHECK(*member(steps[0], "id").as<std::string>() == "a");
  }
}

TEST_CASE("what is passed over must be JSON all the same") {
  CHECK(error(R"({"x": [1, }, "last": 1})") == "d.json:1:9: found ',' before '}': remove the trailing comma");
  CHECK(error(R"({"x": 1, "x": 2})") == "d.json:1:10: duplicate key \"x\" (first at line 1 column 2)");
  const std::string deep = "{\"x\": " + std::string(100'000, '[') + std::string(100'000, ']') + "}";
  CHECK(error(deep) == "d.json:1:22: brackets nest more than 16 deep");
}

TEST_CASE("null may stand for an object where the rules say so") {
  const JsonNode document = parse(R"({"steps": [null, {"id": "a"}, null], "last": [1, null]})");
  const JsonList& steps = *member(document, "steps").as<JsonList>();
  REQUIRE(steps.size() == 3);
  CHECK(steps[0].as<JsonNull>() != nullptr);
  CHECK(*member(steps[1], "id").as<std::string>() == "a");
  CHECK(steps[2].as<JsonNull>() != nullptr);
  CHECK(member(document, "last").as<JsonArray>()->array.unstated.size() == 1);
  CHECK(error(R"({"last": [{}, null]})") == "d.json:1:15: last[1]: found null after an object");
  CHECK(error(R"({"steps": [null, 1]})") ==
        "d.json:1:18: steps[1]: found the number 1, expected an object or null");
}

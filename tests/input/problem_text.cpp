// The keys of the problem file: what ends up where, and what is refused.
#include "input/problem_text.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "support.hpp"

using attn::Array;
using attn::RawProblem;
using attn::Setting;
using attn::Shape;

namespace {

const Setting& setting(const RawProblem& problem, std::string_view key) {
  const auto found = problem.settings.find(key);
  REQUIRE_MESSAGE(found != problem.settings.end(), key);
  return found->second;
}

template <class T>
T value(const RawProblem& problem, std::string_view key) {
  return std::get<T>(setting(problem, key).value);
}

}  // namespace

TEST_CASE("every key has a kind that can be read, a help line, and a name of its own") {
  std::vector<std::string_view> names;
  for (const attn::ProblemKey& key : attn::problem_keys()) {
    names.push_back(key.name);
    CHECK_FALSE(key.help.empty());
    const auto kinds = attn::value_kinds();
    CHECK(std::any_of(kinds.begin(), kinds.end(), [&](const auto& kind) { return kind.name == key.kind; }));
  }
  std::sort(names.begin(), names.end());
  CHECK(std::adjacent_find(names.begin(), names.end()) == names.end());
}

TEST_CASE("values, and where they were said") {
  const RawProblem problem = problem_of(
      "{\"title\": \"t\", \"heads\": 2,\n"
      " \"scale\": 0.5,\n"
      " \"softmax\": \"naive\",\r\n"
      " \"tile\": {\"rows\": 2, \"cols\": 3},\n"
      " \"past\": {\"K\": [[1]], \"V\": [[2]]}}");
  CHECK(problem.where == "p.json");
  CHECK(value<std::string>(problem, "title") == "t");
  CHECK(setting(problem, "title").where == "p.json:1:11: title");
  CHECK(value<double>(problem, "heads") == 2);
  CHECK(setting(problem, "scale").where == "p.json:2:11: scale");
  CHECK(value<std::string>(problem, "softmax") == "naive");
  CHECK(value<double>(problem, "tile.cols") == 3);
  CHECK(setting(problem, "tile.rows").where == "p.json:4:19: tile.rows");
  CHECK(value<Array>(problem, "past.V").values == std::vector<double>{2});
  CHECK(setting(problem, "past.K").where == "p.json:5:16: past.K");
  CHECK(problem.settings.size() == 8);
  CHECK(problem_of("{}").settings.empty());
}

TEST_CASE("tokens are words, even \"inf\"") {
  using Words = std::vector<std::string>;
  CHECK(value<Words>(problem_of("{\"tokens\": [\"inf\", \"nan\"]}"), "tokens") == Words{"inf", "nan"});
  CHECK(value<Words>(problem_of("{\"tokens\": []}"), "tokens").empty());
  const RawProblem both = problem_of("{\"tokens\": {\"query\": [\"-inf\"], \"key\": [\"a\", \"b\"]}}");
  CHECK(value<Words>(both, "tokens.query") == Words{"-inf"});
  CHECK(value<Words>(both, "tokens.key") == Words{"a", "b"});
  CHECK(problem_error("{\"tokens\":[1]}") == "p.json:1:12: tokens[0]: found the number 1, expected a string");
  CHECK(problem_error("{\"tokens\":[\"a\",null]}") == "p.json:1:16: tokens[1]: found null among strings");
  CHECK(problem_error("{\"tokens\":[{}]}") == "p.json:1:12: tokens: found an object, expected a string");
  CHECK(problem_error("{\"tokens\":\"a\"}") ==
        "p.json:1:11: tokens: found a string \"a\", expected a list of strings, or {\"query\": [...], "
        "\"key\": [...]}");
  CHECK(problem_error("{\"tokens\":{\"keys\":[]}}") ==
        "p.json:1:12: tokens: unknown key \"keys\"; did you mean \"key\"?");
  CHECK(problem_error("{\"tokens\":{\"x\":[]}}") ==
        "p.json:1:12: tokens: unknown key \"x\", expected query or key");
}

TEST_CASE("expectations and tolerances are flattened") {
  const RawProblem problem = problem_of(
      "{\"expect\": {\"head1.weights\": [[1]], \"lse\": 0.5, \"row_max\": \"-inf\", \"exp\": null},"
      " \"tolerance\": {\"atol\": 1, \"weights\": {\"rtol\": 2}, \"default\": {\"atol\": 3}}}");
  CHECK(value<Array>(problem, "expect.head1.weights").shape == Shape{1, 1});
  CHECK(value<Array>(problem, "expect.lse").shape == Shape{1});
  CHECK(value<Array>(problem, "expect.lse").values == std::vector<double>{0.5});
  CHECK(value<Array>(problem, "expect.row_max").values[0] < 0);
  CHECK(value<Array>(problem, "expect.exp").unstated == std::vector<std::size_t>{0});
  CHECK(value<double>(problem, "tolerance.atol") == 1);
  CHECK(value<double>(problem, "tolerance.weights.rtol") == 2);
  CHECK(value<double>(problem, "tolerance.default.atol") == 3);
  CHECK(problem_error("{\"expect\":[[1]]}") ==
        "p.json:1:11: expect: found an array, expected step names and their values, {\"weights\": ...}");
  CHECK(problem_error("{\"tolerance\":1e-3}") ==
        "p.json:1:14: tolerance: found the number 0.001, expected \"derived\", {\"atol\": ..., \"rtol\": "
        "...}, or step "
        "names with "
        "one of these each");
  CHECK(problem_error("{\"tolerance\":{\"atoll\":1}}") ==
        "p.json:1:15: tolerance: unknown key \"atoll\"; did you mean \"atol\"?");
  CHECK(problem_error("{\"tolerance\":{\"lse\":{\"x\":1}}}") ==
        "p.json:1:22: tolerance.lse: unknown key \"x\", expected atol or rtol or ulp or derived");
  CHECK(problem_error("{\"tolerance\":{\"lse\":\"x\"}}") ==
        "p.json:1:21: tolerance.lse: found a string \"x\", expected \"derived\", or an object such as "
        "{\"atol\": ..., \"rtol\": ...}");
}

TEST_CASE("masks: a string, an object, or a list of both") {
  const RawProblem one = problem_of("{\"mask\":\"causal\"}");
  REQUIRE(one.masks.size() == 1);
  CHECK(one.masks[0].where == "p.json:1:9: mask");
  CHECK(one.masks[0].type == "causal");
  CHECK(one.masks[0].settings.empty());
  CHECK(problem_of("{\"mask\":[]}").masks.empty());

  const RawProblem list = problem_of(
      "{\"mask\": [\"causal\",\n"
      "  {\"type\": \"window\", \"left\": -1, \"align\": \"top-left\", \"flag\": true, \"lengths\": [1, 2], "
      "\"names\": [\"a\"]},\n"
      "  {\"values\": [[true, false]], \"type\": \"boolean\"}, {\"type\": \"x\", \"none\": []}]}");
  REQUIRE(list.masks.size() == 4);
  CHECK(list.masks[0].where == "p.json:1:11: mask[0]");
  CHECK(list.masks[1].where == "p.json:2:3: mask[1]");
  const attn::Settings& window = list.masks[1].settings;
  CHECK(window.size() == 5);
  CHECK(std::get<double>(window.at("left").value) == -1);
  CHECK(window.at("left").where == "p.json:2:30: mask[1].left");
  CHECK(std::get<std::string>(window.at("align").value) == "top-left");
  CHECK(std::get<bool>(window.at("flag").value));
  CHECK(std::get<Array>(window.at("lengths").value).values == std::vector<double>{1, 2});
  CHECK(std::get<std::vector<std::string>>(window.at("names").value) == std::vector<std::string>{"a"});
  const Array& seen = std::get<Array>(list.masks[2].settings.at("values").value);
  CHECK(seen.booleans);
  CHECK(seen.values == std::vector<double>{1, 0});
  CHECK(std::get<Array>(list.masks[3].settings.at("none").value).shape == Shape{0});
}

TEST_CASE("masks: what is refused") {
  CHECK(problem_error("{\"mask\":5}") ==
        "p.json:1:9: mask: found the number 5, expected a mask such as \"causal\" or {\"type\": \"causal\"}");
  CHECK(problem_error("{\"mask\":[\"causal\",\n  {\"align\":\"x\"}]}") ==
        "p.json:2:3: mask[1]: no \"type\" in this object; write for example {\"type\": \"causal\"}");
  CHECK(problem_error("{\"mask\":{\"type\":3}}") ==
        "p.json:1:17: mask.type: found the number 3, expected a string");
  CHECK(problem_error("{\"mask\":{\"type\":\"window\",\"left\":null}}") ==
        "p.json:1:33: mask.left: found null, expected a number, a string or an array");
  CHECK(problem_error("{\"mask\":{\"type\":\"alibi\",\"slopes\":[true]}}") ==
        "p.json:1:34: mask.slopes: found booleans, expected numbers; only the values of a mask may be "
        "booleans");
  CHECK(problem_error("{\"mask\":{\"type\":\"boolean\",\"values\":[]}}") ==
        "p.json:1:36: mask.values: [] has no width; write {\"shape\": [0, d]} for an array without rows");
  CHECK(problem_error("{\"mask\":{\"type\":\"boolean\",\"values\":[[true,null]]}}") ==
        "p.json:1:43: mask.values: found null, expected a number; only expect may leave numbers open");
  CHECK(problem_error("{\"mask\":{\"type\":\"boolean\",\"values\":\"x\"}}") ==
        "p.json:1:36: mask.values: found a string \"x\", expected an array, {\"file\": ...} or {\"shape\": "
        "...}");
  CHECK(problem_error("{\"mask\":{\"type\":\"x\",\"y\":[{\"file\":\"z\"}]}}") ==
        "p.json:1:26: mask.y: found an object, expected a string");
}

TEST_CASE("wrong types") {
  CHECK(problem_error("{\"scale\":\"x\"}") == "p.json:1:10: scale: found a string \"x\", expected a number");
  CHECK(problem_error("{\"scale\":\"inf\"}") ==
        "p.json:1:10: scale: found a string \"inf\", expected a number");
  CHECK(problem_error("{\"softcap\":[1]}") == "p.json:1:12: softcap: found an array, expected a number");
  CHECK(problem_error("{\"heads\":true}") == "p.json:1:10: heads: found true, expected a number");
  CHECK(problem_error("{\"title\":1}") == "p.json:1:10: title: found the number 1, expected a string");
  CHECK(problem_error("{\"layout\":null}") == "p.json:1:11: layout: found null, expected a string");
  CHECK(problem_error("{\"Q\":5}") ==
        "p.json:1:6: Q: found the number 5, expected an array, {\"file\": ...} or {\"shape\": ...}");
  CHECK(problem_error("{\"W_Q\":[\"a\"]}") ==
        "p.json:1:9: W_Q: found a string \"a\", expected a number or \"inf\", \"-inf\", \"nan\"");
  CHECK(problem_error("{\"tile\":3}") ==
        "p.json:1:9: tile: found the number 3, expected {\"rows\": ..., \"cols\": ...}");
  CHECK(problem_error("{\"tile\":{\"rows\":[1]}}") ==
        "p.json:1:17: tile.rows: found an array, expected a number");
  CHECK(problem_error("{\"past\":[[1]]}") ==
        "p.json:1:9: past: found an array, expected {\"K\": ..., \"V\": ...}");
  for (const std::string text : {"[1]", "1", "\"x\"", "null", "true"})
    CHECK(problem_error(text).ends_with(", expected an object such as {\"Q\": ..., \"K\": ...}"));
  CHECK(problem_error("[]").starts_with("p.json:1:1: found an array, expected an object"));
}

TEST_CASE("unknown keys") {
  CHECK(problem_error("{\"q\":1}") == "p.json:1:2: unknown key \"q\"; did you mean \"Q\"?");
  CHECK(problem_error("{\n  \"Wq\":1}") == "p.json:2:3: unknown key \"Wq\"; did you mean \"W_Q\"?");
  CHECK(problem_error("{\"maks\":1}") == "p.json:1:2: unknown key \"maks\"; did you mean \"mask\"?");
  CHECK(problem_error("{\"dropout\":1}") ==
        "p.json:1:2: unknown key \"dropout\"; \"attn-calc list keys\" shows the known ones");
  CHECK(problem_error("{\"past\":{\"k\":[[1]]}}") ==
        "p.json:1:10: past: unknown key \"k\"; did you mean \"K\"?");
  CHECK(problem_error("{\"tile\":{\"col\":1}}") ==
        "p.json:1:10: tile: unknown key \"col\"; did you mean \"cols\"?");
  CHECK(problem_error("{\"Q\":{\"flie\":\"x\"}}") ==
        "p.json:1:7: Q: unknown key \"flie\"; did you mean \"file\"?");
  CHECK(problem_error("{\"a\\nb\":1}") ==
        "p.json:1:2: unknown key \"a\\nb\"; \"attn-calc list keys\" shows the known ones");
}

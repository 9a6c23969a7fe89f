#include <doctest/doctest.h>

#include <array>
#include <limits>
#include <nlohmann/json.hpp>
#include <random>

#include "attn/problem.hpp"
#include "check/rewrite.hpp"
#include "rewrite.hpp"

namespace attn {

using namespace rewriting;

namespace {

constexpr double inf = std::numeric_limits<double>::infinity();
constexpr double nan = std::numeric_limits<double>::quiet_NaN();

const NewStep weights{"weights", {{2, 2}, {0.5, 0.25, 1, 0.1}, false, {}}};
const NewStep lse{"lse", {{2}, {1, -inf}, false, {}}};

std::string with(const std::string& text, const std::vector<NewStep>& steps,
                 std::optional<int> decimals = {}) {
  std::string more = with_expectation(Source(text, "p.json"), steps, decimals);
  CHECK(nlohmann::json::accept(more));
  return more;
}

/// A problem with random white space between its tokens.
std::string with_blanks(std::string_view tokens, std::mt19937& random) {
  constexpr std::array<std::string_view, 8> blanks{"", "", "", " ", "\n", "\r\n", "\n  ", "\t"};
  std::string text;
  for (const char c : tokens) {
    if (c != '~')
      text += c;
    else
      text += blanks[random() % blanks.size()];
  }
  return text;
}

}  // namespace

TEST_CASE("expectations stand behind the last member, in the file's layout") {
  CHECK(with("{\n  \"Q\": [[1]],\n  \"K\": [[1]]\n}\n", {weights, lse}) ==
        R"({
  "Q": [[1]],
  "K": [[1]],
  "expect": {
    "weights": [
      [0.5, 0.25],
      [1, 0.1]
    ],
    "lse": [1, "-inf"]
  }
}
)");
}

TEST_CASE("new steps stand behind those that are there") {
  CHECK(with("{\n  \"expect\": {\n    \"row_max\": [1, 2]\n  },\n  \"Q\": [[1]]\n}", {lse, weights}) ==
        R"({
  "expect": {
    "row_max": [1, 2],
    "lse": [1, "-inf"],
    "weights": [
      [0.5, 0.25],
      [1, 0.1]
    ]
  },
  "Q": [[1]]
})");
}

TEST_CASE("matrices of several heads are stacked") {
  const NewStep stacked{"scores", {{2, 2, 1}, {1, 2, 3, 4}, false, {}}};
  CHECK(with("{\n \"Q\": 1\n}", {stacked}) ==
        "{\n \"Q\": 1,\n \"expect\": {\n  \"scores\": [\n   [\n    [1],\n    [2]\n   ],\n   [\n    [3],\n    "
        "[4]\n   ]\n  ]\n }\n}");
}

TEST_CASE("a file of one line stays one") {
  CHECK(with(R"({"Q": [[1]]})", {weights}) ==
        R"({"Q": [[1]], "expect": {"weights": [[0.5, 0.25], [1, 0.1]]}})");
  CHECK(with(R"({"Q":[[1]]})", {weights, lse}) ==
        R"({"Q":[[1]],"expect":{"weights":[[0.5,0.25],[1,0.1]],"lse":[1,"-inf"]}})");
  CHECK(with(R"({ "Q": [[1]], "expect": { "row_sum": [1] } })", {lse}) ==
        R"({ "Q": [[1]], "expect": { "row_sum": [1], "lse": [1, "-inf"] } })");
}

TEST_CASE("an object of one line in a file of many stays on its line") {
  CHECK(with("{\n  \"Q\": 1,\n  \"expect\": {\"row_sum\": [1]}\n}", {lse}) ==
        "{\n  \"Q\": 1,\n  \"expect\": {\"row_sum\": [1], \"lse\": [1, \"-inf\"]}\n}");
}

TEST_CASE("an empty object is filled") {
  CHECK(with("{\n\t\"Q\": 1,\n\t\"expect\": { }\n}", {lse}) ==
        "{\n\t\"Q\": 1,\n\t\"expect\": {\n\t\t\"lse\": [1, \"-inf\"]\n\t}\n}");
  CHECK(with(R"({"expect": {}})", {lse}) == R"({"expect": {"lse": [1, "-inf"]}})");
  CHECK(with("{}", {lse}) == R"({"expect": {"lse": [1, "-inf"]}})");
}

TEST_CASE("line ends, tabs, a byte order mark and blanks stay as they are") {
  CHECK(with("\xEF\xBB\xBF{\r\n\t\"Q\" : [[1]]  \r\n}  \r\n", {weights}) ==
        "\xEF\xBB\xBF{\r\n\t\"Q\" : [[1]],\r\n\t\"expect\": {\r\n\t\t\"weights\": [\r\n\t\t\t[0.5, "
        "0.25],\r\n\t\t\t[1, "
        "0.1]\r\n\t\t]\r\n\t}  \r\n}  \r\n");
  CHECK(with("{\r  \"Q\": 1\r}", {lse}) ==
        "{\r  \"Q\": 1,\r  \"expect\": {\r    \"lse\": [1, \"-inf\"]\r  }\r}");
  CHECK(with("{\n\"Q\": 1\n}", {lse}) == "{\n\"Q\": 1,\n\"expect\": {\n\"lse\": [1, \"-inf\"]\n}\n}");
}

TEST_CASE("braces, brackets and quotes in strings are no structure") {
  const std::string text = R"({"notes": "}]\"{", "tokens": ["}", "inf", "\\"], "title": "\"}"})";
  CHECK(
      with(text, {lse}) ==
      R"({"notes": "}]\"{", "tokens": ["}", "inf", "\\"], "title": "\"}", "expect": {"lse": [1, "-inf"]}})");
  // The key may be spelled with escapes.
  CHECK(with(R"({"\u0065xpect": {"row_sum": [1]}, "Q": 1})", {lse}) ==
        R"({"\u0065xpect": {"row_sum": [1], "lse": [1, "-inf"]}, "Q": 1})");
}

TEST_CASE("numbers have all digits, or as many decimals as are asked for") {
  const NewStep step{"lse", {{6}, {1.0 / 3, -0.0004, 0.0625, nan, 1e300, 0}, false, {5}}};
  CHECK(with(R"({"Q": 1})", {step}) ==
        R"({"Q": 1, "expect": {"lse": [0.3333333333333333, -0.0004, 0.0625, "nan", 1e+300, null]}})");
  CHECK(with(R"({"Q": 1})", {step}, 3) ==
        R"({"Q": 1, "expect": {"lse": [0.333, 0.000, 0.062, "nan", 1e+300, null]}})");
}

TEST_CASE("a matrix without rows is given by its shape") {
  const std::string text = with(R"({"Q": {"shape": [0, 2]}})", {{"weights", {{0, 3}, {}, false, {}}}});
  CHECK(text == R"({"Q": {"shape": [0, 2]}, "expect": {"weights": {"shape": [0, 3]}}})");
  CHECK(expected_in(text).at("weights").shape == Shape{0, 3});
}

TEST_CASE("a step that is there already is refused") {
  CHECK(message_of([] {
          with("{\n  \"expect\": {\n    \"lse\": [1]\n  }\n}", {weights, lse});
        }) == "p.json:3:5: expect.lse: the file states this step already; remove it first");
  CHECK(message_of([] { with(R"({"expect": 3})", {lse}); }) ==
        "p.json:1:12: expect: expected an object of steps");
}

TEST_CASE("nothing to add leaves the text as it is") {
  CHECK(with("{\"Q\": 1 }", {}) == "{\"Q\": 1 }");
}

TEST_CASE("whatever the white space, a problem is the same with a step more") {
  std::mt19937 random(3);
  for (int i = 0; i < 2000; ++i) {
    const std::string text = with_blanks(
        i % 2 == 0
            ? R"(~{~"Q"~:~[~[~1~,~2~]~]~,~"notes"~:~"}"~,~"expect"~:~{~"lse"~:~[~2.5~]~}~,~"heads"~:~1~}~)"
            : R"(~{~"Q"~:~[~[~1~,~2~]~]~,~"mask"~:~{~"type"~:~"causal"~}~}~)",
        random);
    CAPTURE(text);
    const std::string more = with(text, {weights});
    CAPTURE(more);
    CHECK(same_but_expectations(text, more));
    const auto expected = expected_in(more);
    CHECK(expected.size() == (i % 2 == 0 ? 2 : 1));
    CHECK(same(expected.at("weights"), weights.array));
  }
}

TEST_CASE("every example is the same problem with a step more") {
  const NewStep row{"row_max", {{3}, {1.0 / 3, inf, nan}, false, {}}};
  const NewStep stack{"head1.exp", {{2, 1, 2, 2}, {1, 2, 3, 4, 5, 6, 7, 1e-300}, false, {}}};
  std::size_t files = 0;
  for (const std::string& text : example_texts()) {
    const std::string more = with(text, {row, stack});
    CAPTURE(more);
    CHECK(same_but_expectations(text, more));
    auto expected = expected_in(more);
    CHECK(same(expected.at("row_max"), row.array));
    CHECK(same(expected.at("head1.exp"), stack.array));
    for (const auto& [step, array] : expected_in(text)) CHECK(same(expected.at(step), array));
    CHECK(expected.size() == expected_in(text).size() + 2);
    ++files;
  }
  CHECK(files >= 15);
}

}  // namespace attn

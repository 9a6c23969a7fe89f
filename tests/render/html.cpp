#include <doctest/doctest.h>

#include <fmt/ranges.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>

#include "computed.hpp"
#include "formula/build.hpp"
#include "render/samples.hpp"

namespace attn {

using nlohmann::json;
using samples::inf;
using samples::render;
using samples::Sample;

namespace {

constexpr std::string_view opening = "<script type=\"application/json\" id=\"trace\">";

/// What the page carries as its trace.
json carried(const std::string& page) {
  const std::size_t begin = page.find(opening) + opening.size();
  return json::parse(page.substr(begin, page.find("</script>", begin) - begin));
}

std::size_t count(std::string_view text, std::string_view part) {
  std::size_t found = 0;
  for (auto at = text.find(part); at != std::string_view::npos; at = text.find(part, at + 1)) ++found;
  return found;
}

/// The page of a problem text, or of a part of its trace.
std::string page_of(const std::string& problem, const Selection& selection = {},
                    const RenderOptions& options = {}) {
  samples::TextOutput output;
  const auto sink = samples::format("html").make(output, options);
  SelectingSink selecting(selection, *sink);
  run(*computed::parsed(problem), selecting);
  return output.text;
}

/// Of the steps that are carried unseen: {name: numbers}.
json unseen(const json& trace) {
  json found;
  for (const json& step : trace["steps"])
    if (step.value("is_unseen", false)) found[step["name"]] = step["written"];
  return found;
}

}  // namespace

TEST_CASE("html: one page, which may run its own script and apply its own style, and load nothing") {
  const std::string page = render("html", samples::header(), {samples::counting(2, 2)});
  CHECK(page.starts_with("<!doctype html>"));
  CHECK(page.ends_with("</html>\n"));
  CHECK(count(page, "<script") == 2);
  CHECK(count(page, "</script>") == 2);
  CHECK(count(page, "default-src 'none'; script-src 'sha256-") == 1);
  CHECK(count(page, " src=") + count(page, "<link") + count(page, "@import") + count(page, "url(") == 0);
  CHECK(count(page, "@title@") + count(page, "@trace@") == 0);
  CHECK(page.find("<title>By hand</title>") != std::string::npos);
  CHECK(page.find("Permission to use, copy, modify, and/or distribute this software") != std::string::npos);
}

TEST_CASE("html: what a trace and its steps say") {
  auto header = samples::header();
  header.tokens = {{"the", "cat"}, {"a", "b"}};
  const Sample scores{"scores",
                      {{"query", 2}, {"key", 2}},
                      {1, 0.5, -inf, -0.0},
                      "",
                      {{"Q", {}, {}}, {"K", Range{2, 4}, {}}}};
  const Sample row_max{"row_max",          {{"query", 2, 4}}, {samples::nan, 1e-300}, "", {},
                       "reads kv head #0", {1, 0, 2, 3}};
  const json trace = carried(render("html", header, {scores, row_max}, {{{"output", 0.5, 1}}}));
  CHECK(trace["title"] == "By hand");
  CHECK(trace["facts"][0] == json({"sizes", "n_q 2, n_k 2, d_k 2, d_v 3"}));
  CHECK(trace["tokens"]["key"] == json({"a", "b"}));
  CHECK(trace["from_standard"][0]["step"] == "output");

  const json& first = trace["steps"][0];
  CHECK(first["written"] == json::parse(R"([1, 0.5, "-inf", -0.0])"));
  CHECK(first["operands"][1] == json::parse(R"({"id": "K", "rows": [2, 4]})"));
  const json& names = trace["names"];
  const auto named =
      std::ranges::find_if(names, [](const json& name) { return name["name"] == "accumulator"; });
  CHECK(*named == json::parse(R"({"name": "accumulator", "label": "accumulator",
      "title": "output before the division"})"));
  const json& second = trace["steps"][1];
  CHECK(second["name"] == "row_max");
  CHECK(second["batch"] == 1);
  CHECK(second["head"] == 0);
  CHECK(second["tile"] == json({2, 3}));
  CHECK(second["axes"] == json::parse(R"([{"name": "query", "size": 2, "begin": 4}])"));
  CHECK(second["written"] == json::parse(R"(["nan", 1e-300])"));
  CHECK(second["note"] == "reads kv head 0");
}

TEST_CASE("html: without its header a page has steps alone") {
  auto header = samples::header();
  header.notes = "notes";
  const json trace = carried(render("html", header, {samples::counting(1, 1)}, {}, {.header = false}));
  CHECK(trace["title"] == "");
  CHECK_FALSE(trace.contains("notes"));
  CHECK(trace["facts"].empty());
  CHECK(trace["steps"].size() == 1);
}

TEST_CASE("html: a trace without steps") {
  CHECK(carried(render("html", samples::header(), {}))["steps"].empty());
}

TEST_CASE("html: text from outside ends no element and turns nothing around") {
  auto header = samples::header();
  header.title = "</title></script>\xe2\x80\xae&@trace@";
  header.notes = "one\ntwo <!-- <script>";
  header.tokens = {{"</script>", "\""}, {}};
  const std::string page = render("html", header, {samples::counting(1, 1)});
  CHECK(count(page, "</script>") == 2);
  CHECK(count(page, "</title>") == 1);
  CHECK(count(page, "\xe2\x80\xae") == 0);
  CHECK(page.find("<title>&lt;/title&gt;&lt;/script&gt;\\u202e&amp;@trace@</title>") != std::string::npos);
  const json trace = carried(page);
  CHECK(trace["title"] == "</title></script>\\u202e&@trace@");
  CHECK(trace["notes"] == "one\ntwo <!-- <script>");
  CHECK(trace["tokens"]["query"] == json({"</script>", "\""}));
}

TEST_CASE("html: an equation is a tree and a MathML text, and is written once") {
  const json trace =
      carried(page_of("{'layout': 'hnd', 'Q': [[[1, 2]], [[3, 4]]], 'K': [[[1, 0]], [[0, 1]]]}"));
  std::vector<json> scores;
  for (const json& step : trace["steps"])
    if (step["name"] == "scores") scores.push_back(step);
  REQUIRE(scores.size() == 2);
  CHECK(scores[0]["equation"] == json::parse(R"({"kind": "matmul", "length": 2, "terms": [
      {"kind": "whole", "operand": 0},
      {"kind": "transposed", "length": 0, "terms": [{"kind": "whole", "operand": 1}]}]})"));
  CHECK(scores[0]["math"] ==
        "<math><mi>S</mi><mo>=</mo><mrow><mi>Q</mi><mo>\u2062</mo><msup><mi>K</mi><mo>⊤</mo></msup></mrow></"
        "math>");
  CHECK(scores[1]["equation"].is_number());
  CHECK(scores[1]["math"].is_number());
}

TEST_CASE("html: long axes are cut in the middle, unless all is asked for") {
  const auto step = [](std::size_t rows, std::size_t columns, const RenderOptions& options = {}) {
    const Sample sample = samples::counting(rows, columns);
    return carried(render("html", samples::header(), {sample}, {}, options))["steps"][0];
  };
  const json cut = step(300, 2);
  CHECK(cut["rows"] == json({128, 127}));
  CHECK_FALSE(cut.contains("columns"));
  REQUIRE(cut["written"].size() == 255 * 2);
  CHECK(cut["written"][255] == 255);      // the last of row 127
  CHECK(cut["written"][256] == 173 * 2);  // the first of row 173
  CHECK(cut["axes"][0]["size"] == 300);
  const json square = step(65, 70);
  CHECK(square["rows"] == json({32, 31}));
  CHECK(square["columns"] == json({32, 31}));
  CHECK_FALSE(step(64, 64).contains("rows"));
  CHECK_FALSE(step(200, 20).contains("rows"));
  const json whole = step(300, 2, {.full = true});
  CHECK_FALSE(whole.contains("rows"));
  CHECK(whole["written"].size() == 600);
}

TEST_CASE("html: what the page calculates to the same bits, and what is one number, is not written") {
  const std::string rows = "[[0.1, 0.7], [0.2, -0.3], [0.5, 1]]";
  const json trace =
      carried(page_of(fmt::format("{{'Q': {0}, 'K': {0}, 'V': [[2], [2], [2]], 'mask': 'causal'}}", rows)));
  const auto named = [&](std::string_view name) {
    const auto& steps = trace["steps"];
    return *std::ranges::find_if(steps, [&](const json& step) { return step["name"] == name; });
  };
  for (const auto* name : {"Q", "K", "mask", "exp", "lse"})
    CHECK_MESSAGE(named(name)["written"].size() > 1, name);
  CHECK(named("V")["written"] == json({2}));
  for (const auto* name : {"scores", "scaled", "masked", "row_max", "shifted", "weights"})
    CHECK_MESSAGE(!named(name).contains("written"), name);
}

TEST_CASE(
    "html: what a chosen step is calculated from goes with it, unseen, and so does what is hidden from it") {
  // exp is 1 where a key is seen, and its sums are 1, 2, 3.
  const std::string equal =
      "{'scaled': [[0, 0, 0], [0, 0, 0], [0, 0, 0]], 'mask': 'causal', 'softmax': 'naive'}";
  const json trace = carried(page_of(equal, {.steps = {"weights"}, .batches = {}, .heads = {}}));
  CHECK(unseen(trace) == json::parse(R"({"exp": [1, 0, 0, 1, 1, 0, 1, 1, 1], "row_sum": [1, 2, 3]})"));
  const json& weights = trace["steps"][2];
  CHECK(weights["name"] == "weights");
  CHECK(weights["operands"] == json::parse(R"([{"step": 0}, {"step": 1}])"));
  CHECK(weights["hidden_runs"] == json({1, 2, 2, 1, 3}));
  CHECK_FALSE(weights.contains("written"));  // the page divides
  CHECK_FALSE(trace["steps"][1].contains("equation"));

  SUBCASE("of some rows, and where these stand") {
    const json rows =
        carried(page_of(equal, {.steps = {"weights"}, .batches = {}, .heads = {}, .rows = {{1, 2}}}));
    CHECK(unseen(rows) == json::parse(R"({"exp": [1, 1, 0], "row_sum": [2]})"));
    CHECK(rows["steps"][0]["first_row"] == 1);
    CHECK(rows["steps"][0]["axes"][0] == json::parse(R"({"name": "query", "size": 1, "begin": 1})"));
    CHECK(rows["steps"][2]["hidden_runs"] == json({2, 1}));
  }
  SUBCASE("once, and not where the step is shown") {
    const json two = carried(page_of(equal, {.steps = {"row_sum", "weights"}, .batches = {}, .heads = {}}));
    CHECK(two["steps"].size() == 3);
    CHECK(unseen(two).size() == 1);
    CHECK(unseen(carried(page_of(equal))).is_null());
  }
}

TEST_CASE("html: rows that a selection has cut off are carried for the steps that need them") {
  // K of all tokens comes from all of X, of which one row is shown.
  const std::string projected = "{'X': [[1], [2]], 'W_Q': [[1]], 'W_K': [[1]]}";
  const json trace =
      carried(page_of(projected, {.steps = {"X", "K"}, .batches = {}, .heads = {}, .rows = {{1, 2}}}));
  CHECK(unseen(trace) == json::parse(R"({"X": [1, 2], "W_K": [1]})"));
}

TEST_CASE("html: what is unseen is cut as what is seen; all of it, if that is not too much, with --full") {
  const auto sum_of = [](std::size_t keys, bool is_full) {
    const std::string row = fmt::format("{}", fmt::join(std::vector<int>(keys, 1), ","));
    const std::string problem = fmt::format("{{'scaled': [[{}]], 'softmax': 'naive'}}", row);
    const Selection row_sum{.steps = {"row_sum"}, .batches = {}, .heads = {}};
    return carried(page_of(problem, row_sum, {.full = is_full}))["steps"][0];
  };
  CHECK(sum_of(256, false)["columns"].is_null());
  CHECK(sum_of(300, false)["columns"] == json({128, 127}));
  CHECK(sum_of(300, true)["columns"].is_null());
  CHECK(sum_of(65537, true)["columns"] == json({128, 127}));
}

TEST_CASE("html: an operand is the number of its step in the page") {
  const json trace = carried(page_of("{'Q': [[1, 2]], 'K': [[1, 0], [2, 1]]}"));
  CHECK(trace["steps"][2]["name"] == "scores");
  CHECK(trace["steps"][2]["operands"] == json::parse(R"([{"step": 0}, {"step": 1}])"));
}

}  // namespace attn

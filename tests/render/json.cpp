#include <doctest/doctest.h>

#include <bit>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <random>

#include "attn/number.hpp"
#include "render/samples.hpp"

namespace attn {

using nlohmann::json;
using samples::inf;
using samples::render;
using samples::Sample;

namespace {

json parsed(const std::vector<Sample>& steps, const TraceFooter& footer = {}) {
  return json::parse(render("json", samples::header(), steps, footer));
}

double number(const json& value) {
  return value.is_string() ? *read_nonfinite(value.get<std::string>()) : value.get<double>();
}

bool same(double a, double b) {
  return (a != a && b != b) || std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b);
}

/// Doubles of every size and kind.
std::vector<double> awkward_numbers() {
  std::vector<double> numbers{0.0,
                              -0.0,
                              1,
                              -1,
                              0.1,
                              1.0 / 3,
                              5e-324,
                              -5e-324,
                              2.2250738585072009e-308,
                              std::numeric_limits<double>::min(),
                              std::numeric_limits<double>::max(),
                              1e15,
                              1e16,
                              1e17,
                              1e22,
                              1e23,
                              123456789012345678.0,
                              inf,
                              -inf,
                              samples::nan};
  std::mt19937_64 random(7);
  while (numbers.size() < 4000) numbers.push_back(std::bit_cast<double>(random()));
  return numbers;
}

}  // namespace

TEST_CASE("json: a whole trace") {
  auto header = samples::header();
  header.notes = "two\nlines";
  header.tokens = {{"the", "\"cat\""}, {}};
  header.masks = {{"causal", "causal", {{0, -1}}}, {"padding", "padding, real keys 3", {}}};
  const Sample scores{
      "scores", {{"query", 2}, {"key", 2}}, {1, 0.5, -inf, -0.0}, "Q · Kᵀ", {{"Q", {}, {}}, {"K", {}, {}}}};
  const Sample row_max{"row_max", {{"query", 2, 4}}, {1, 1e-300}, "max", {}, "a note", {1, 0, 2, 3}};
  CHECK(render("json", header, {scores, row_max}, {{{"output", 0.5, 1}, {"lse", 0, inf}}}) == R"({
  "attn_calc_trace": 1,
  "version": "0.1.0",
  "title": "By hand",
  "notes": "two\nlines",
  "backend": "reference",
  "dtype": "float64",
  "sizes": {"batch": 1, "heads": 1, "kv_heads": 1, "n_q": 2, "n_k": 2, "n_past": 0, "d_model": 0, "d_k": 2, "d_v": 3, "d_out": 3},
  "options": {"scale": 0.7071067811865475, "scale_given": false, "softcap": null, "softmax": "safe", "empty_row": "zero", "tile": null, "layout": null, "weights_layout": "in_out", "qkv_packing": null},
  "tokens": {"query": ["the", "\"cat\""], "key": []},
  "kv_head_of": [0],
  "masks": [{"type": "causal", "description": "causal", "positions": [[0, -1]]}, {"type": "padding", "description": "padding, real keys 3", "positions": []}],
  "steps": [
    {
      "id": "scores",
      "name": "scores",
      "batch": null,
      "head": null,
      "tile": null,
      "op": "op",
      "formula": "Q · Kᵀ",
      "operands": ["Q", "K"],
      "axes": ["query", "key"],
      "shape": [2, 2],
      "values": [
        [1, 0.5],
        ["-inf", -0.0]
      ]
    },
    {
      "id": "batch1.head0.tile2,3.row_max",
      "name": "row_max",
      "batch": 1,
      "head": 0,
      "tile": [2, 3],
      "op": "op",
      "formula": "max",
      "operands": [],
      "axes": ["query"],
      "begin": [4],
      "shape": [2],
      "values": [1, 1e-300],
      "note": "a note"
    }
  ],
  "from_standard": [{"step": "output", "max_abs": 0.5, "max_ulp": 1}, {"step": "lse", "max_abs": 0, "max_ulp": "inf"}]
}
)");
}

TEST_CASE("json: what is not there") {
  const auto trace = parsed({});
  CHECK(trace["steps"] == json::array());
  for (const auto* key : {"notes", "tokens", "from_standard"}) CHECK_FALSE(trace.contains(key));
  const auto step = parsed({{"K", {{"key", 1}, {"d_k", 1}}, {1}}})["steps"][0];
  for (const auto* key : {"begin", "operand_blocks", "note"}) CHECK_FALSE(step.contains(key));
}

TEST_CASE("json: options by the names of their tables") {
  auto header = samples::header();
  header.options.softcap = 50;
  header.options.softmax = Softmax::naive;
  header.options.empty_row = EmptyRow::nan;
  header.options.tile = Tile{2, 3};
  header.options.layout = Layout::bnhd;
  header.options.weights_layout = WeightsLayout::out_in;
  header.options.qkv_packing = QkvPacking::per_head;
  header.options.scale_given = true;
  CHECK(json::parse(render("json", header, {}))["options"] == json::parse(R"({
    "scale": 0.7071067811865475, "scale_given": true, "softcap": 50, "softmax": "naive", "empty_row": "nan",
    "tile": {"rows": 2, "cols": 3}, "layout": "bnhd", "weights_layout": "out_in", "qkv_packing": "per_head"})"));
}

TEST_CASE("json: blocks of operands") {
  const Sample step{"exp",
                    {{"query", 1}},
                    {1},
                    "",
                    {{"Q", Range{2, 4}, {}}, {"K", {}, {}}, {"V", Range{0, 1}, Range{1, 2}}}};
  CHECK(parsed({step})["steps"][0]["operand_blocks"] ==
        json::parse(R"([{"rows": [2, 4], "columns": null}, null, {"rows": [0, 1], "columns": [1, 2]}])"));
}

TEST_CASE("json: a row block has one coordinate") {
  const auto step = parsed({{"lse", {{"query", 1}}, {1}, "", {}, "", {{}, {}, 3, {}}}})["steps"][0];
  CHECK(step["id"] == "tile3.lse");
  CHECK(step["tile"] == json::parse("[3]"));
}

TEST_CASE("json: empty shapes") {
  const auto steps = parsed({{"K", {{"key", 0}, {"d_k", 2}}, {}},
                             {"weights", {{"query", 2}, {"key", 0}}, {}},
                             {"lse", {{"query", 0}}, {}}})["steps"];
  CHECK(steps[0]["values"] == json::array());
  CHECK(steps[0]["shape"] == json::parse("[0, 2]"));
  CHECK(steps[1]["values"] == json::parse("[[], []]"));
  CHECK(steps[2]["values"] == json::array());
}

TEST_CASE("json: text is escaped, and invalid UTF-8 replaced") {
  auto header = samples::header();
  header.title = "a\"\\\n\x1b\xff";
  header.tokens.key = {std::string("\0", 1), "猫"};
  const auto trace = json::parse(render("json", header, {}));
  CHECK(trace["title"] == "a\"\\\n\x1b\ufffd");
  CHECK(trace["tokens"]["key"][0] == std::string("\0", 1));
  CHECK(trace["tokens"]["key"][1] == "猫");
}

TEST_CASE("json: every number reads back to the same bits") {
  const auto numbers = awkward_numbers();
  const auto flat = parsed({{"lse", {{"query", numbers.size()}}, numbers}})["steps"][0]["values"];
  const auto rows =
      parsed({{"exp", {{"query", 40}, {"key", numbers.size() / 40}}, numbers}})["steps"][0]["values"];
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    const std::size_t columns = numbers.size() / 40;
    CAPTURE(numbers[i]);
    CHECK(same(number(flat[i]), numbers[i]));
    CHECK(same(number(rows[i / columns][i % columns]), numbers[i]));
  }
}

}  // namespace attn

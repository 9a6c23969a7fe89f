#include <doctest/doctest.h>

#include "computed.hpp"
#include "render/samples.hpp"

namespace attn {

using computed::parsed;
using samples::Sample;

namespace {

std::string diagram(const std::string& problem, const RenderOptions& options = {}, Selection selection = {}) {
  samples::TextOutput output;
  const auto sink = samples::format("mermaid").make(output, options);
  SelectingSink selecting(std::move(selection), *sink);
  run(*parsed(problem), selecting);
  return output.text;
}

std::size_t count(const std::string& text, const std::string& part) {
  std::size_t found = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++found;
  return found;
}

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

std::string matrix(std::size_t rows, std::size_t columns) {
  return computed::text(Matrix<double>(xt::ones<double>({rows, columns})));
}

/// Q, K and V of so many heads.
std::string heads(std::size_t heads, std::size_t n) {
  std::string list;
  for (std::size_t head = 0; head < heads; ++head) list += (head == 0 ? "" : ", ") + matrix(n, 2);
  return fmt::format("{{'Q': [{0}], 'K': [{0}], 'V': [{0}], 'heads': {1}}}", list, heads);
}

}  // namespace

TEST_CASE("mermaid: nodes, arrows, blocks") {
  auto header = samples::header();
  header.title = "By \"hand\"";
  const Sample q{"Q", {{"query", 4}, {"d_k", 2}}, {1, 2, 3, 4, 5, 6, 7, 8}};
  const Sample scores{"scores",
                      {{"query", 2}, {"key", 4}},
                      {1, 2, 3, 4, 5, 6, 7, 8},
                      "Q[0:2] · Kᵀ",
                      {{"Q", Range{0, 2}, {}}, {"K", {}, {}}},
                      "a note"};
  CHECK(samples::render("mermaid", header, {q, scores}) == R"(---
title: "By \"hand\""
config:
  flowchart:
    wrappingWidth: 320
---
flowchart TB
  Q(["Q<br/>[4 query × 2 d_k]"]):::given
  scores["scores<br/>Q[0:2] · Kᵀ<br/>[2 query × 4 key]<br/>a note"]:::computed
  K("K"):::unseen
  Q -->|"[0:2]"| scores
  K --> scores
  classDef given fill:#e3eefa,stroke:#2166ac,color:#111
  classDef computed fill:#fff,stroke:#555,color:#111
  classDef unseen fill:#fff,stroke:#999,color:#555,stroke-dasharray:4 3
)");
}

TEST_CASE("mermaid: what a problem calls things stays text") {
  RenderOptions options;
  options.names = {{"weights", "A\"]; click x <b>`*$$#35;"}};
  auto header = samples::header();
  header.title = "a\\\"\n---";
  const std::string text =
      samples::render("mermaid", header, {{"weights", {{"query", 1}}, {1}}}, {}, options);
  CHECK(has(text, "title: \"a\\\\\\\"\\\\n---\"\n"));
  header.title = "1 <2 3> & 4";
  CHECK(has(samples::render("mermaid", header, {{"weights", {{"query", 1}}, {1}}}),
            "title: \"1 ＜2 3> & 4\"\n"));
  CHECK(has(text, "([\"A#34;]#59; click x #60;b#62;#96;#42;＄#36;#35;35#59;<br/>"));
}

TEST_CASE("mermaid: of several heads the first, and one place for the others") {
  const std::string two = diagram(heads(2, 2));
  CHECK(has(two, "  subgraph head0[\"head 0\"]\n    direction TB\n"));
  CHECK(has(two, "  end\n  folded(\"head 1: likewise\"):::unseen\n"));
  CHECK_FALSE(has(two, "head1_"));
  CHECK(has(two, "head0_context --> output"));
  CHECK(count(two, "folded --> output") == 1);
  CHECK(has(diagram(heads(6, 2)), "folded(\"heads 1 to 5: likewise\"):::unseen"));

  RenderOptions from_one;
  from_one.index_from = 1;
  CHECK(has(diagram(heads(6, 2), from_one), "heads 2 to 6: likewise"));
  RenderOptions full;
  full.full = true;
  const std::string all = diagram(heads(6, 2), full);
  CHECK(count(all, "subgraph head") == 6);
  CHECK_FALSE(has(all, "likewise"));
  Selection fourth;
  fourth.heads = {3};
  CHECK(has(diagram(heads(6, 2), {}, fourth), "subgraph head3["));
}

TEST_CASE("mermaid: what all heads share leads to the others too, batch entries are not joined") {
  const std::string projected = diagram(
      "{'X': [[1, 2]], 'W_Q': [[1, 0], [0, 1]], 'W_K': [[1, 0], [0, 1]], 'W_V': [[1, 0], [0, 1]], 'heads': "
      "2}");
  for (const char* shared : {"Q", "K", "V"}) CHECK(has(projected, fmt::format("  {} --> folded\n", shared)));
  CHECK(has(projected, "  Q -->|\"[:, 0:1]\"| head0_Q\n"));
  CHECK_FALSE(has(projected, "folded --> folded"));

  const std::string q = "[[[[1, 2]], [[1, 2]]], [[[1, 2]], [[1, 2]]], [[[1, 2]], [[1, 2]]]]";
  const std::string batch =
      diagram(fmt::format("{{'layout': 'bhnd', 'heads': 2, 'Q': {0}, 'K': {0}, 'V': {0}}}", q));
  CHECK(has(batch, "batch0_folded(\"head 1: likewise\")"));
  CHECK(has(batch, "  folded(\"batch entries 1 to 2: likewise\")"));
  CHECK_FALSE(has(batch, "folded --> folded"));
}

TEST_CASE("mermaid: the mask leads to the context where 0 times a hidden value is not 0") {
  const std::string problem = "{{'Q': [[1], [2]], 'K': [[1], [2]], 'V': [[1], [{}]], 'mask': 'causal'{}}}";
  const std::string finite = diagram(fmt::format(fmt::runtime(problem), "3", ""));
  CHECK(has(finite, "  mask --> masked\n"));
  CHECK(count(finite, "  mask --") == 1);
  CHECK(has(diagram(fmt::format(fmt::runtime(problem), "'nan'", "")), "  mask -->|\"hides keys\"| output\n"));
  const std::string tile = ", 'tile': {'rows': 2, 'cols': 2}";
  CHECK(count(diagram(fmt::format(fmt::runtime(problem), "3", tile)), "hides keys") == 0);
  CHECK(has(diagram(fmt::format(fmt::runtime(problem), "'inf'", tile)),
            "tile0_0_mask -->|\"hides keys\"| tile0_0_accumulator\n"));
}

TEST_CASE("mermaid: of many tiles the first and the last") {
  const std::string text = diagram(computed::tiled(heads(8, 12), 2, 2));  // 6 x 6 tiles
  CHECK(count(text, "subgraph") == 1 + 2 * (1 + 2));
  CHECK(has(text, "head0_tile0_folded(\"tiles 1 to 4: likewise\")"));
  CHECK(has(text, "head0_folded(\"row blocks 1 to 4: likewise\")"));
  // The last tile goes on from what was folded, and that from the first one.
  CHECK(has(text, "head0_tile0_folded --> head0_tile0_5_row_max"));
  CHECK(has(text, "head0_tile0_0_row_max --> head0_tile0_folded"));
  CHECK(has(text, "head0_folded --> head0_lse"));
  CHECK_FALSE(has(text, "head0_folded --> head0_folded"));
}

TEST_CASE("mermaid: no more arrows than Mermaid draws") {
  // As many tiles as are drawn each, and every step that a tile can have.
  std::string problem = computed::tiled(heads(3, 8), 2, 2);
  problem.insert(1, "'softcap': 5, 'mask': {'type': 'additive', 'values': 'VALUES'}, ");
  problem.replace(problem.find("'VALUES'"), 8, matrix(8, 8));
  const std::string text = diagram(problem);
  CHECK(count(text, "subgraph head0_tile3_3[") == 1);
  CHECK(count(text, "-->") < 500);
}

TEST_CASE("mermaid: operands that are not selected are outlines") {
  Selection selection;
  selection.steps = {"weights"};
  const std::string text = diagram("{'Q': [[1]], 'K': [[1]], 'V': [[1]]}", {}, selection);
  CHECK(has(text, "  exp(\"exp\"):::unseen\n  row_sum(\"row_sum\"):::unseen\n"));
  CHECK(has(text, "  exp --> weights\n  row_sum --> weights\n"));
}

/// Mermaid draws $$...$$ as a formula and fa:fa-car as an icon, written as entities or not.
TEST_CASE("mermaid: no name makes a formula or an icon") {
  RenderOptions options;
  options.names = {{"weights", "$$x^2$$"}, {"output", "$$$"}, {"lse", "$"}, {"scaled", "fa:fa-car"}};
  const std::string text = diagram("{'Q': [[1]], 'K': [[1]], 'V': [[1]]}", options);
  CHECK(has(text, "\"＄#36;x^2＄#36;<br/>"));
  CHECK(has(text, "\"＄＄#36;<br/>"));
  CHECK(has(text, "\"#36;<br/>"));
  CHECK(has(text, "\"fa：fa-car<br/>"));
  CHECK_FALSE(has(text, "#36;#36;"));
}

TEST_CASE("mermaid: derived numbers have the decimals that are asked for") {
  RenderOptions options;
  options.decimals.count = 2;
  CHECK(has(diagram("{'Q': [[1, 1]], 'K': [[1, 1]]}", options), "scale = 1/√d_k = 1/√2 = 0.71<br/>"));
}

}  // namespace attn

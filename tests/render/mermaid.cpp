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
  CHECK(has(text, "([\"A#34;]#59; click x #60;b#62;#96;#42;#36;#36;#35;35#59;<br/>"));
}

TEST_CASE("mermaid: of many heads the first and the last") {
  const std::string four = diagram(heads(4, 2));
  for (const char* head : {"head0", "head1", "head2", "head3"})
    CHECK(has(four, fmt::format("subgraph {}[", head)));
  CHECK_FALSE(has(four, "likewise"));

  const std::string six = diagram(heads(6, 2));
  CHECK(has(six, "subgraph head0[\"head 0\"]"));
  CHECK(has(six, "subgraph head5[\"head 5\"]"));
  CHECK_FALSE(has(six, "head1_"));
  CHECK(has(six, "folded(\"heads 1 to 4: likewise\"):::unseen"));
  CHECK(count(six, "folded --> output") == 1);
  CHECK(has(six, "head0_context --> output"));

  RenderOptions from_one;
  from_one.index_from = 1;
  CHECK(has(diagram(heads(6, 2), from_one), "heads 2 to 5: likewise"));
  RenderOptions full;
  full.full = true;
  CHECK(has(diagram(heads(6, 2), full), "subgraph head3["));
}

TEST_CASE("mermaid: tiles are folded until Mermaid draws the arrows") {
  // 8 heads of 6 x 6 tiles: about 25 arrows each.
  const std::string text = diagram(computed::tiled(heads(8, 12), 2, 2));
  CHECK(count(text, "-->") < 500);
  CHECK(count(text, "subgraph") == 2 * (1 + 2 * (1 + 2)));
  CHECK(has(text, "head0_tile0_folded(\"tiles 1 to 4: likewise\")"));
  CHECK(has(text, "head0_folded(\"row blocks 1 to 4: likewise\")"));
  // The last tile goes on from what was folded, and that from the first one.
  CHECK(has(text, "head0_tile0_folded --> head0_tile0_5_row_max"));
  CHECK(has(text, "head0_tile0_0_row_max --> head0_tile0_folded"));
  CHECK(has(text, "head0_folded --> head0_lse"));
  CHECK_FALSE(has(text, "head0_folded --> head0_folded"));
}

TEST_CASE("mermaid: operands that are not selected are outlines") {
  Selection selection;
  selection.steps = {"weights"};
  const std::string text = diagram("{'Q': [[1]], 'K': [[1]], 'V': [[1]]}", {}, selection);
  CHECK(has(text, "  exp(\"exp\"):::unseen\n  row_sum(\"row_sum\"):::unseen\n"));
  CHECK(has(text, "  exp --> weights\n  row_sum --> weights\n"));
}

TEST_CASE("mermaid: derived numbers have the decimals that are asked for") {
  RenderOptions options;
  options.decimals.count = 2;
  CHECK(has(diagram("{'Q': [[1, 1]], 'K': [[1, 1]]}", options), "scale = 1/√d_k = 1/√2 = 0.71<br/>"));
}

}  // namespace attn

// A graph is built from sizes alone, and is the one that is built from numbers.
#include <doctest/doctest.h>

#include <algorithm>
#include <set>

#include "graph/support.hpp"

namespace attn {

using computed::graph_of;
using computed::ids_of;
using computed::mask_spec;
using computed::problem_of;
using computed::Said;

namespace {

struct Example {
  const char* name;
  std::vector<Said> said;
  std::vector<MaskSpec> masks = {};
};

/// One of each way to say a problem, without numbers, once whole and once in tiles.
std::vector<Example> examples() {
  const MaskSpec causal = mask_spec("causal", {{"align", "bottom-right"}});
  const MaskSpec alibi = mask_spec("alibi", {{"slopes", "auto"}, {"align", "bottom-right"}});
  const MaskSpec padding = mask_spec("padding", {{"key_lengths", Array{{2}, {1, 5}, false, {}}}});
  std::vector<Example> all{
      {"one head", {{"Q", {3, 4}}, {"K", {5, 4}}, {"V", {5, 2}}}},
      {"no V", {{"Q", {3, 4}}, {"K", {5, 4}}}},
      {"masks", {{"Q", {2, 2, 3, 4}}, {"K", {2, 2, 5, 4}}, {"V", {2, 2, 5, 2}}}, {causal, alibi, padding}},
      {"heads side by side, cached",
       {{"Q", {3, 8}},
        {"K", {5, 4}},
        {"V", {5, 6}},
        {"heads", 4},
        {"kv_heads", 2},
        {"past.K", {2, 4, 2}},
        {"past.V", {2, 4, 3}}},
       {mask_spec("causal")}},
      {"projected, batched, W_O",
       {{"X", {2, 3, 4}},
        {"W_Q", {4, 6}},
        {"W_K", {4, 6}},
        {"W_V", {4, 4}},
        {"b_Q", {6}},
        {"heads", 2},
        {"W_O", {4, 5}},
        {"b_O", {5}}}},
      {"one matrix per head, cross",
       {{"X", {3, 4}},
        {"X_kv", {2, 5}},
        {"W_Q", {2, 4, 3}},
        {"W_K", {2, 5, 3}},
        {"W_V", {2, 5, 2}},
        {"b_V", {2, 2}}}},
      {"fused, stored as [out, in]",
       {{"X", {3, 4}},
        {"W_QKV", {16, 4}},
        {"b_QKV", {16}},
        {"heads", 4},
        {"kv_heads", 2},
        {"qkv_packing", "per_head"},
        {"weights_layout", "out_in"}}},
      {"scores", {{"scores", {2, 3, 5}}, {"d_k", 4}, {"V", {2, 5, 2}}, {"softcap", 3}}},
      {"scaled, naive", {{"scaled", {3, 5}}, {"softmax", "naive"}}},
      {"no keys", {{"Q", {3, 4}}, {"K", {0, 4}}, {"V", {0, 2}}}},
  };
  const std::size_t whole = all.size();
  for (std::size_t i = 0; i < whole; ++i) {
    if (std::string_view(all[i].name) == "scaled, naive") continue;
    Example tiled = all[i];
    tiled.said.emplace_back("tile.rows", 2);
    tiled.said.emplace_back("tile.cols", 2);
    all.push_back(tiled);
  }
  return all;
}

}  // namespace

TEST_CASE("graph: sizes alone give the nodes, axes and notes that numbers give") {
  for (const Example& one : examples()) {
    CAPTURE(one.name);
    const auto shapes = problem_of(one.said, one.masks);
    const auto numbers = problem_of(computed::with_values(one.said), one.masks);
    const Graph from_shapes = graph_of(*shapes);
    const Graph from_numbers = graph_of(*numbers);
    REQUIRE(ids_of(from_shapes) == ids_of(from_numbers));
    for (std::size_t i = 0; i < from_shapes.nodes().size(); ++i) {
      const Node& left = *from_shapes.nodes()[i];
      const Node& right = *from_numbers.nodes()[i];
      CAPTURE(left.id());
      CHECK(left.axes == right.axes);
      CHECK(left.note == right.note);
      CHECK(left.op == right.op);
      CHECK(formula_text(left) == formula_text(right));
    }
  }
}

TEST_CASE("graph: every value has the shape that its axes say") {
  for (const Example& one : examples()) {
    CAPTURE(one.name);
    const auto problem = problem_of(computed::with_values(one.said), one.masks);
    Graph graph = graph_of(*problem);
    evaluate(graph);
    for (const Ref& node : graph.nodes()) {
      CAPTURE(node->id());
      const auto& value = std::get<Matrix<double>>(node->value);
      CHECK(value.shape(0) == node->axes[0].size);
      CHECK(value.shape(1) == (node->axes.size() > 1 ? node->axes[1].size : 1));
    }
  }
}

TEST_CASE("graph: ids are unique, and every operand is an earlier node") {
  for (const Example& one : examples()) {
    CAPTURE(one.name);
    const auto problem = problem_of(one.said, one.masks);
    const Graph graph = graph_of(*problem);
    std::set<std::string> ids;
    std::set<const Node*> earlier;
    for (const Ref& node : graph.nodes()) {
      CAPTURE(node->id());
      CHECK(ids.insert(node->id()).second);
      for (const Operand& operand : node->operands) CHECK(earlier.contains(operand.node.get()));
      earlier.insert(node.get());
    }
  }
}

TEST_CASE("graph: every step name is in the table of step names") {
  std::set<std::string_view> known;
  for (const StepName& step : step_names()) known.insert(step.name);
  for (const Example& one : examples()) {
    const auto problem = problem_of(one.said, one.masks);
    const Graph graph = graph_of(*problem);
    for (const Ref& node : graph.nodes()) CHECK_MESSAGE(known.contains(node->name), node->name);
  }
}

TEST_CASE("graph: a part at a time gives the same nodes in the same order") {
  for (const Example& one : examples()) {
    CAPTURE(one.name);
    const auto problem = problem_of(one.said, one.masks);
    std::vector<std::string> ids;
    const auto visit = [&](Node& node) { ids.push_back(node.id()); };
    Graph graph;
    const auto build = problem->options.tile ? build_tiled : build_standard;
    build(*problem, graph, [&](Graph& part) { part.drain(visit); });
    graph.drain(visit);
    CHECK(graph.nodes().empty());
    CHECK(ids == ids_of(graph_of(*problem)));
  }
}

TEST_CASE("graph: the same sizes with another tile cover the same cells once") {
  const std::vector<Said> said{{"Q", {5, 2}}, {"K", {7, 2}}, {"V", {7, 1}}};
  for (const std::size_t rows : {1U, 2U, 5U, 9U})
    for (const std::size_t columns : {1U, 3U, 7U, 9U}) {
      auto tiled = said;
      tiled.emplace_back("tile.rows", rows);
      tiled.emplace_back("tile.cols", columns);
      const auto problem = problem_of(tiled);
      const Graph graph = graph_of(*problem);
      std::vector<int> covered(5 * 7);
      for (const Ref& node : graph.nodes()) {
        if (node->name != "scores") continue;
        const Axis& query = node->axes[0];
        const Axis& key = node->axes[1];
        for (std::size_t i = query.begin; i < query.begin + query.size; ++i)
          for (std::size_t j = key.begin; j < key.begin + key.size; ++j) ++covered[i * 7 + j];
      }
      CHECK(std::ranges::all_of(covered, [](int times) { return times == 1; }));
    }
}

}  // namespace attn

// A value is freed as soon as no later step needs it: memory does not grow with heads, batch entries or
// tiles.
#include <doctest/doctest.h>

#include <algorithm>
#include <memory>

#include "graph/support.hpp"

namespace attn {

using computed::problem_of;
using computed::Said;

namespace {

/// How many computed nodes of which kind were alive at once.
struct Peak {
  std::size_t nodes = 0;
  std::size_t quadratic = 0;  ///< those over queries and keys
};

/// Runs a problem a part at a time, and counts after every step which earlier nodes are still there.
Peak peak_of(const Problem& problem) {
  std::vector<std::weak_ptr<Node>> made;
  Peak peak;
  const auto drain = [&](Graph& part) {
    for (const Ref& node : part.nodes()) made.push_back(node);
    part.drain([&](Node& node) {
      float64.compute(node);
      std::erase_if(made, [](const auto& weak) { return weak.expired(); });
      Peak now;
      for (const auto& weak : made) {
        const Ref alive = weak.lock();
        if (std::holds_alternative<std::monostate>(alive->value)) continue;
        ++now.nodes;
        if (alive->axes.size() == 2 && alive->axes[1].name == "key") ++now.quadratic;
      }
      peak.nodes = std::max(peak.nodes, now.nodes);
      peak.quadratic = std::max(peak.quadratic, now.quadratic);
    });
  };
  Graph graph;
  (problem.options.tile ? build_tiled : build_standard)(problem, graph, drain);
  drain(graph);
  return peak;
}

Peak heads(std::size_t batch, std::size_t count) {
  const Array array = computed::filled({batch, count, 3, 2});
  return peak_of(*problem_of({{"Q", array}, {"K", array}, {"V", array}}));
}

Peak tiles(std::size_t rows, std::size_t columns) {
  return peak_of(*problem_of({{"Q", computed::filled({rows, 2})},
                              {"K", computed::filled({columns, 2})},
                              {"V", computed::filled({columns, 2})},
                              {"tile.rows", 1},
                              {"tile.cols", 1}}));
}

}  // namespace

TEST_CASE("memory: a node without readers goes when the graph lets go of it") {
  const auto problem = problem_of({{"scaled", computed::filled({2, 2})}});
  Graph graph = computed::graph_of(*problem);
  const std::weak_ptr<Node> scaled = graph.nodes()[0];
  const std::weak_ptr<Node> shifted = graph.nodes()[2];
  bool scaled_seen_at_exp = false;
  bool shifted_seen_at_row_sum = false;
  graph.drain([&](Node& node) {
    float64.compute(node);
    if (node.name == "exp") scaled_seen_at_exp = !scaled.expired();
    if (node.name == "row_sum") shifted_seen_at_row_sum = !shifted.expired();
  });
  CHECK_FALSE(scaled_seen_at_exp);       // row_max and shifted were the last that read it
  CHECK_FALSE(shifted_seen_at_row_sum);  // exp was
  CHECK(graph.nodes().empty());
}

TEST_CASE("memory: score matrices do not pile up with heads or batch entries") {
  const Peak one = heads(1, 1);
  CHECK(one.quadratic <= 3);
  CHECK(heads(1, 16).quadratic == one.quadratic);
  CHECK(heads(16, 1).quadratic == one.quadratic);
  // What grows is the contexts that concat needs: one per head, of one batch entry.
  CHECK(heads(1, 16).nodes <= one.nodes + 16);
  CHECK(heads(16, 16).nodes == heads(1, 16).nodes);
}

TEST_CASE("memory: tiles do not pile up") {
  const Peak few = tiles(1, 2);
  CHECK(tiles(1, 32).nodes == few.nodes);
  CHECK(tiles(1, 32).quadratic == few.quadratic);
  CHECK(tiles(16, 2).quadratic == few.quadratic);
  // The context and lse of every row block are kept, to be stacked.
  CHECK(tiles(16, 2).nodes <= few.nodes + 2 * 16);
}

}  // namespace attn

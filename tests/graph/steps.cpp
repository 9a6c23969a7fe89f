// Which steps a problem has, their order, places, axes and notes.
#include <doctest/doctest.h>

#include "graph/support.hpp"

namespace attn {

using computed::graph_of;
using computed::ids_of;
using computed::mask_spec;
using computed::node_of;
using computed::problem_of;
using Ids = std::vector<std::string>;

TEST_CASE("id: the name with its place in front") {
  CHECK(id_of("weights", {}) == "weights");
  CHECK(id_of("weights", {{}, 1, {}, {}}) == "head1.weights");
  CHECK(id_of("weights", {2, 1, {}, {}}) == "batch2.head1.weights");
  CHECK(id_of("row_max", {0, 1, 0, 2}) == "batch0.head1.tile0,2.row_max");
  CHECK(id_of("context", {{}, {}, 3, {}}) == "tile3.context");
}

TEST_CASE("standard: the steps in the order of the equation") {
  const auto plain = problem_of({{"Q", {2, 2}}, {"K", {2, 2}}, {"V", {2, 2}}});
  CHECK(ids_of(graph_of(*plain)) == Ids{"Q", "K", "V", "scores", "scaled", "row_max", "shifted", "exp",
                                        "row_sum", "weights", "lse", "output"});
  const auto full =
      problem_of({{"Q", {2, 2}}, {"K", {2, 2}}, {"V", {2, 2}}, {"softcap", 1}, {"W_O", {2, 3}}, {"b_O", {3}}},
                 {mask_spec("causal")});
  CHECK(ids_of(graph_of(*full)) == Ids{"Q", "K", "V", "mask", "scores", "scaled", "capped", "masked",
                                       "row_max", "shifted", "exp", "row_sum", "weights", "lse", "context",
                                       "W_O", "b_O", "output"});
}

TEST_CASE("standard: what is left out") {
  const auto naive = problem_of({{"Q", {2, 2}}, {"K", {2, 2}}, {"softmax", "naive"}});
  CHECK(ids_of(graph_of(*naive)) == Ids{"Q", "K", "scores", "scaled", "exp", "row_sum", "weights", "lse"});
  const auto scaled = problem_of({{"scaled", {2, 2}}});
  CHECK(ids_of(graph_of(*scaled)) == Ids{"scaled", "row_max", "shifted", "exp", "row_sum", "weights", "lse"});
  const auto scores = problem_of({{"scores", {2, 2}}, {"scale", 1}});
  CHECK(ids_of(graph_of(*scores))[1] == "scaled");
}

TEST_CASE("standard: heads and batch entries have places only where there are several") {
  const auto problem = problem_of({{"Q", {2, 2, 1, 2}}, {"K", {2, 2, 1, 2}}, {"V", {2, 2, 1, 2}}});
  const Ids ids = ids_of(graph_of(*problem));
  CHECK(ids.front() == "batch0.head0.Q");
  CHECK(ids.back() == "batch1.output");
  const auto batched = problem_of({{"Q", {2, 1, 1, 2}}, {"K", {2, 1, 1, 2}}});
  CHECK(ids_of(graph_of(*batched)).back() == "batch1.lse");
  const auto heads = problem_of({{"Q", {1, 2, 1, 2}}, {"K", {1, 2, 1, 2}}, {"V", {1, 2, 1, 2}}});
  CHECK(ids_of(graph_of(*heads)).back() == "output");
}

TEST_CASE(
    "standard: where context, concat and output are one tensor it is there once, as the last of these") {
  const auto names = [](const std::vector<computed::Said>& said) {
    Ids ids;
    for (const std::string& id : ids_of(graph_of(*problem_of(said))))
      if (id.ends_with("context") || id.ends_with("concat") || id.ends_with("output")) ids.push_back(id);
    return ids;
  };
  CHECK(names({{"Q", {1, 2}}, {"K", {1, 2}}, {"V", {1, 2}}}) == Ids{"output"});
  CHECK(names({{"Q", {1, 2}}, {"K", {1, 2}}, {"V", {1, 2}}, {"W_O", {2, 2}}}) == Ids{"context", "output"});
  CHECK(names({{"Q", {2, 1, 2}}, {"K", {2, 1, 2}}, {"V", {2, 1, 2}}}) ==
        Ids{"head0.context", "head1.context", "output"});
  CHECK(names({{"Q", {2, 1, 2}}, {"K", {2, 1, 2}}, {"V", {2, 1, 2}}, {"W_O", {4, 2}}}) ==
        Ids{"head0.context", "head1.context", "concat", "output"});
}

TEST_CASE("standard: axes") {
  const auto problem = problem_of({{"X", {2, 4}},
                                   {"W_Q", {4, 6}},
                                   {"W_K", {4, 3}},
                                   {"W_V", {4, 5}},
                                   {"heads", 2},
                                   {"kv_heads", 1},
                                   {"W_O", {10, 7}}});
  const Graph graph = graph_of(*problem);
  CHECK(node_of(graph, "X").axes == Axes{{"query", 2}, {"d_model", 4}});
  CHECK(node_of(graph, "head1.Q").axes == Axes{{"query", 2}, {"d_k", 3}});
  CHECK(node_of(graph, "head1.K").axes == Axes{{"key", 2}, {"d_k", 3}});
  CHECK(node_of(graph, "head1.V").axes == Axes{{"key", 2}, {"d_v", 5}});
  CHECK(node_of(graph, "head1.scores").axes == Axes{{"query", 2}, {"key", 2}});
  CHECK(node_of(graph, "head1.row_max").axes == Axes{{"query", 2}});
  CHECK(node_of(graph, "head1.context").axes == Axes{{"query", 2}, {"d_v", 5}});
  CHECK(node_of(graph, "concat").axes == Axes{{"query", 2}, {"heads·d_v", 10}});
  CHECK(node_of(graph, "output").axes == Axes{{"query", 2}, {"d_out", 7}});
}

TEST_CASE("standard: the new rows are numbered after the cached ones") {
  const auto problem = problem_of({{"Q", {1, 2}}, {"K", {2, 2}}, {"past.K", {3, 2}}});
  const Graph graph = graph_of(*problem);
  CHECK(node_of(graph, "past_K").axes[0] == Axis{"key", 3, 0});
  CHECK(node_of(graph, "K_new").axes[0] == Axis{"key", 2, 3});
  CHECK(node_of(graph, "K").axes[0] == Axis{"key", 5, 0});
  CHECK(node_of(graph, "Q").axes[0] == Axis{"query", 1, 0});
}

TEST_CASE("notes: which kv head a query head reads") {
  const auto problem = problem_of({{"Q", {4, 1, 2}}, {"K", {2, 1, 2}}, {"V", {2, 1, 2}}});
  const Graph graph = graph_of(*problem);
  CHECK(note_text(node_of(graph, "head0.K").note) == "kv head 0 of 2");
  CHECK(note_text(node_of(graph, "head1.V").note) == "kv head 0 of 2");
  CHECK(note_text(node_of(graph, "head2.K").note) == "kv head 1 of 2");
  CHECK(note_text(node_of(graph, "head3.V").note) == "kv head 1 of 2");
  CHECK(note_text(node_of(graph, "head3.Q").note) == "");
  const auto equal = problem_of({{"Q", {2, 1, 2}}, {"K", {2, 1, 2}}});
  CHECK(note_text(node_of(graph_of(*equal), "head1.K").note) == "");
}

TEST_CASE("masks: heads and batch entries that share a mask share its node") {
  const std::vector<computed::Said> said{{"Q", {2, 2, 2, 1}}, {"K", {2, 2, 2, 1}}};
  const auto masks = [&](const MaskSpec& spec) {
    Ids ids;
    for (const std::string& id : ids_of(graph_of(*problem_of(said, {spec}))))
      if (id.ends_with(".mask") || id == "mask") ids.push_back(id);
    return ids;
  };
  CHECK(masks(mask_spec("causal")) == Ids{"mask"});
  CHECK(masks(mask_spec("padding", {{"key_lengths", Array{{2}, {1, 2}, false, {}}}})) ==
        Ids{"batch0.mask", "batch1.mask"});
  CHECK(masks(mask_spec("alibi", {{"slopes", "auto"}})) ==
        Ids{"batch0.head0.mask", "batch0.head1.mask", "batch1.head0.mask", "batch1.head1.mask"});
}

TEST_CASE("tiled: every tile's steps, then the row block's, then the whole") {
  const auto problem =
      problem_of({{"Q", {2, 2}}, {"K", {2, 2}}, {"V", {2, 2}}, {"tile.rows", 2}, {"tile.cols", 1}});
  CHECK(ids_of(graph_of(*problem)) ==
        Ids{"Q", "K", "V",
            // m, l and O before the first tile
            "tile0.row_max", "tile0.row_sum", "tile0.accumulator", "tile0,0.scores", "tile0,0.scaled",
            "tile0,0.tile_max", "tile0,0.row_max", "tile0,0.exp", "tile0,0.tile_sum", "tile0,0.correction",
            "tile0,0.row_sum", "tile0,0.accumulator", "tile0,1.scores", "tile0,1.scaled", "tile0,1.tile_max",
            "tile0,1.row_max", "tile0,1.exp", "tile0,1.tile_sum", "tile0,1.correction", "tile0,1.row_sum",
            "tile0,1.accumulator", "tile0.context", "tile0.lse", "lse", "output"});
}

TEST_CASE("tiled: the last tiles are what is left") {
  const auto problem =
      problem_of({{"Q", {3, 2}}, {"K", {5, 2}}, {"V", {5, 2}}, {"tile.rows", 2}, {"tile.cols", 3}});
  const Graph graph = graph_of(*problem);
  CHECK(node_of(graph, "tile0,0.scores").axes == Axes{{"query", 2, 0}, {"key", 3, 0}});
  CHECK(node_of(graph, "tile1,1.scores").axes == Axes{{"query", 1, 2}, {"key", 2, 3}});
  CHECK(node_of(graph, "tile1.lse").axes == Axes{{"query", 1, 2}});
  CHECK(node_of(graph, "output").axes == Axes{{"query", 3}, {"d_v", 2}});
}

TEST_CASE("tiled: a tile whose keys are all hidden is skipped, and said to be") {
  const auto problem =
      problem_of({{"Q", {4, 2}}, {"K", {4, 2}}, {"V", {4, 2}}, {"tile.rows", 2}, {"tile.cols", 2}},
                 {mask_spec("causal")});
  const Graph graph = graph_of(*problem);
  const Node& skipped = node_of(graph, "tile0,1.skipped");
  CHECK(note_text(skipped.note) == "no query of 0:2 sees a key of 2:4");
  CHECK(skipped.axes == Axes{{"query", 0, 0}, {"key", 0, 2}});
  Ids of_tile;
  for (const std::string& id : ids_of(graph))
    if (id.starts_with("tile0,1.")) of_tile.push_back(id);
  CHECK(of_tile == Ids{"tile0,1.skipped"});
}

}  // namespace attn

#include <algorithm>
#include <utility>

#include "diagnose/operations.hpp"
#include "diagnose/slip.hpp"
#include "problem/settings.hpp"

namespace attn::diagnosis {

namespace {

/// The operation reads Q and K, or weights and V.
bool reads_keys_or_values(const Node& node) {
  return node.op == &attn::op::matmul_transposed || node.op == &attn::op::weighted_sum ||
         node.op == &attn::op::accumulate;
}

Place of_head(const Place& place, std::size_t head) {
  return {place.batch, head, {}, {}};
}

/// Every operand that is K or V of a head becomes the one that `other` gives; false where one is not there.
template <class Other>
bool redirect(EditedGraph& graph, Other other) {
  bool changed = false;
  for (const Ref& node : graph.nodes()) {
    if (!reads_keys_or_values(*node)) continue;
    for (Operand& operand : node->operands) {
      if (operand.node->name != "K" && operand.node->name != "V") continue;
      const Ref to = other(*node, *operand.node);
      if (!to) return false;
      changed = changed || to != operand.node;
      operand.node = to;
    }
  }
  return changed;
}

/// Head h reads kv head h mod kv_heads. Any head that rightly reads that kv head has its K and V.
bool tile_kv_heads(EditedGraph& graph) {
  const Sizes& sizes = graph.problem().sizes;
  if (sizes.kv_heads == sizes.heads || sizes.kv_heads == 1) return false;
  return redirect(graph, [&](const Node& reader, const Node& read) {
    const std::size_t kv_head = *reader.place.head % sizes.kv_heads;
    return graph.find(read.name, of_head(read.place, kv_head * (sizes.heads / sizes.kv_heads)));
  });
}

bool swap_keys_and_values(EditedGraph& graph) {
  if (graph.problem().sizes.d_k != graph.problem().sizes.d_v) return false;
  return redirect(graph, [&](const Node&, const Node& read) {
    return graph.find(read.name == "K" ? "V" : "K", read.place);
  });
}

bool swap_queries_and_keys(EditedGraph& graph) {
  const Sizes& sizes = graph.problem().sizes;
  const std::vector<Ref> scores = graph.all("scores", attn::op::matmul_transposed);
  if (sizes.n_q != sizes.n_k || graph.is_tiled()) return false;
  for (const Ref& node : scores) std::swap(node->operands[0], node->operands[1]);
  return !scores.empty();
}

bool keep_keys_untransposed(EditedGraph& graph) {
  const Sizes& sizes = graph.problem().sizes;
  const std::vector<Ref> scores = graph.all("scores", attn::op::matmul_transposed);
  if (sizes.n_k != sizes.d_k || graph.is_tiled()) return false;
  for (const Ref& node : scores)
    rewire(*node, attn::op::linear, node->operands, attribute::Projection{"query", 0, "key", false});
  return !scores.empty();
}

/// [n, heads d] is taken for [heads, n, d] as it lies in memory.
bool split_unswapped(EditedGraph& graph) {
  bool changed = false;
  for (const Ref& node : graph.all(attn::op::select)) {
    const Operand packed = node->operands[0];
    if (!node->place.head || !packed.columns || packed.rows) continue;
    const std::size_t stored = packed.columns->begin / packed.columns->size();
    rewire(*node, mistaken::split_unswapped, {packed.node},
           attribute::Number{static_cast<double>(stored), ""});
    changed = true;
  }
  return changed;
}

/// The same where the heads are an axis of their own, [n, heads, d].
bool read_unswapped(RawProblem& raw, const Problem& base) {
  if (base.options.layout != Layout::bnhd) return false;
  for (const char* key : {"Q", "K", "V"})
    if (const auto said = raw.settings.find(key); said != raw.settings.end()) {
      Shape& shape = std::get<Array>(said->second.value).shape;
      std::swap(shape[1], shape[2]);
    }
  raw.settings["layout"] = {"layout", std::string(name_of(layouts, Layout::bhnd))};
  return base.sizes.heads > 1;
}

/// What puts the contexts of all heads side by side.
std::vector<Ref> joins(const EditedGraph& graph) {
  std::vector<Ref> joins;
  for (const Ref& node : graph.all(attn::op::concat))
    if (node->name == "concat" || node->name == "output") joins.push_back(node);
  return joins;
}

bool merge_unswapped(EditedGraph& graph) {
  const std::vector<Ref> concats = joins(graph);
  for (const Ref& node : concats) rewire(*node, mistaken::merge_unswapped, node->operands);
  return !concats.empty();
}

bool average_contexts(EditedGraph& graph) {
  const std::vector<Ref> concats = joins(graph);
  if (graph.problem().has("W_O")) return false;
  for (const Ref& node : concats) {
    rewire(*node, mistaken::mean, node->operands);
    node->axes[1].size = graph.problem().sizes.d_v;
  }
  return !concats.empty();
}

/// Beside each head's weights there are those of no head: their mean.
bool average_weights(EditedGraph& graph) {
  const Sizes& sizes = graph.problem().sizes;
  if (sizes.heads == 1 || graph.is_tiled()) return false;
  std::vector<Operand> heads;
  for (const Ref& weights : graph.all("weights", attn::op::normalise)) {
    heads.push_back(weights);
    if (heads.size() < sizes.heads) continue;
    const Ref mean = graph.add_beside(*weights, "weights", mistaken::mean, std::exchange(heads, {}));
    mean->place.head.reset();
  }
  return true;
}

}  // namespace

Slips head_slips() {
  return {
      {"kv_heads_tiled",
       "kv heads are tiled, not repeated: query head h reads kv head h mod kv_heads, not h / (heads / "
       "kv_heads)",
       "heads",
       {},
       tile_kv_heads},
      {"heads_split_unswapped",
       "[n, heads*d] is reshaped to [heads, n, d] without swapping the axes, so heads hold numbers of others",
       "heads",
       {},
       split_unswapped},
      {"heads_read_unswapped", "[batch, n, heads, d] is read as if it were [batch, heads, n, d]", "heads",
       read_unswapped},
      {"heads_merged_unswapped",
       "the contexts [heads, n, d] are reshaped to [n, heads*d] without swapping the axes",
       "heads",
       {},
       merge_unswapped},
      {"heads_averaged(context)",
       "the contexts of the heads are averaged, not put side by side",
       "heads",
       {},
       average_contexts},
      {"heads_averaged(weights)", "the weights are the average over the heads", "heads", {}, average_weights},
      {"swapped(K, V)", "keys and values are swapped", "operands", {}, swap_keys_and_values},
      {"swapped(Q, K)",
       "queries and keys are swapped: the scores are transposed",
       "operands",
       {},
       swap_queries_and_keys},
      {"K_not_transposed",
       "the scores are Q K, not Q K^T, which the shapes allow here",
       "operands",
       {},
       keep_keys_untransposed},
  };
}

}  // namespace attn::diagnosis

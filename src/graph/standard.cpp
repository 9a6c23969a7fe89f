#include "attn/graph.hpp"
#include "attn/op.hpp"
#include "graph/masking.hpp"
#include "graph/pipeline.hpp"

namespace attn {

namespace {

/// softmax(Q Kᵀ · scale + mask) V of one head, step by step. Returns the context, null without V.
Ref add_attention(const Problem& problem, Graph& graph, const ScoreBlock& block, const HeadTensors& head,
                  Masking& masking) {
  const Place& at = block.place;
  const Ref mask = masking.any() ? masking.node(block.batch, block.head) : nullptr;
  const auto empty = empty_in(masking.empty_rows(block.batch, block.head), {0, problem.sizes.n_q},
                              problem.options.empty_row);

  Ref x = add_scores(problem, graph, block, head, mask);  // [n_q, n_k]
  Ref row_max;                                            // [n_q]
  if (problem.options.softmax == Softmax::safe) {
    row_max = graph.add("row_max", at, op::row_max, {x});
    x = graph.add("shifted", at, op::subtract, {x, row_max});
  }
  const Ref exp = graph.add("exp", at, op::exp, {x});
  const Ref row_sum = graph.add("row_sum", at, op::row_sum, {exp});
  const Ref weights = graph.add("weights", at, op::normalise, {exp, row_sum}, empty);
  weights->note = note_of(empty, 0);
  weights->hidden_by = exp->hidden_by = mask;

  std::vector<Operand> logarithm{row_sum};
  if (row_max) logarithm.insert(logarithm.begin(), row_max);
  graph.add("lse", at, op::lse, std::move(logarithm), empty);

  if (!head.v) return nullptr;
  std::vector<Operand> average{weights, head.v};
  if (mask) average.push_back(mask);
  return graph.add(shown_name(problem, "context"), at, op::weighted_sum, std::move(average),
                   empty);  // [n_q, d_v]
}

}  // namespace

void build_standard(const Problem& problem, Graph& graph, const PartDone& part_done) {
  Masking masking(problem, graph);
  add_pipeline(problem, graph, part_done, [&](const ScoreBlock& block, const HeadTensors& head) {
    return add_attention(problem, graph, block, head, masking);
  });
}

}  // namespace attn

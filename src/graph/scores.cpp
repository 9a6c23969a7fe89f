#include "graph/scores.hpp"

#include <fmt/format.h>

#include "attn/op.hpp"

namespace attn {

namespace {

std::string scale_origin(const Problem& problem) {
  return problem.options.scale_given ? "" : fmt::format("1/√d_k = 1/√{}", problem.sizes.d_k);
}

}  // namespace

Ref add_scores(const Problem& problem, Graph& graph, const ScoreBlock& block, const HeadTensors& head,
               const Ref& mask) {
  const Options& options = problem.options;
  Ref last = head.scores;
  if (!last)
    last = graph.add("scores", block.place, op::matmul_transposed,
                     {{head.q, block.rows, {}}, {head.k, block.columns, {}}});
  else if (block.rows)
    last = graph.add(last->name, block.place, op::select, {{last, block.rows, block.columns}});
  if (last->name == "scores")
    last = graph.add("scaled", block.place, op::scale, {last},
                     attribute::Number{options.scale.value(), scale_origin(problem)});
  if (options.softcap)
    last = graph.add("capped", block.place, op::softcap, {last}, attribute::Number{*options.softcap, ""});
  if (mask) last = graph.add("masked", block.place, op::add_mask, {last, mask});
  return last;
}

}  // namespace attn

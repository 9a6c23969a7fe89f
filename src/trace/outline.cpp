#include "trace/outline.hpp"

namespace attn {

namespace {

/// The fused kernel has no graph: a log-sum-exp for each head, an output for each batch entry.
void for_each_fused_step(const Problem& problem, const std::function<void(const OutlinedStep&)>& visit) {
  const Sizes& sizes = problem.sizes;
  const Axis queries{"query", sizes.n_q};
  const auto index = [](std::size_t i, std::size_t count) {
    return count > 1 ? std::optional(i) : std::nullopt;
  };
  for (std::size_t b = 0; b < sizes.batch; ++b) {
    const Place entry{index(b, sizes.batch), {}, {}, {}};
    for (std::size_t h = 0; h < sizes.heads; ++h)
      visit({"lse", {entry.batch, index(h, sizes.heads), {}, {}}, {queries}});
    visit({"output", entry, {queries}});
  }
}

}  // namespace

void for_each_step(const Problem& problem, const std::function<void(const OutlinedStep&)>& visit) {
  const Backend backend = problem.options.backend;
  if (backend == Backend::flash) return for_each_fused_step(problem, visit);
  const auto visit_node = [&](Node& node) { visit({node.name, node.place, node.axes}); };
  Graph graph;
  const auto build = backend == Backend::tiled ? build_tiled : build_standard;
  build(problem, graph, [&](Graph& part) { part.drain(visit_node); });
  graph.drain(visit_node);
}

}  // namespace attn

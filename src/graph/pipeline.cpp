#include "graph/pipeline.hpp"

#include "graph/output.hpp"

namespace attn {

void add_pipeline(const Problem& problem, Graph& graph, const PartDone& part_done, const AddHead& add_head) {
  const Sizes& sizes = problem.sizes;
  Heads heads(problem, graph);
  OutputStage output(problem, graph);
  for (std::size_t batch = 0; batch < sizes.batch; ++batch) {
    heads.enter(batch);
    std::vector<Ref> contexts;
    for (std::size_t head = 0; head < sizes.heads; ++head) {
      const ScoreBlock whole{batch, head, place_of(sizes, batch, head), {}, {}};
      contexts.push_back(add_head(whole, heads.of(head)));
      if (part_done) part_done(graph);
    }
    if (contexts[0]) output.add(batch, contexts);
    if (part_done) part_done(graph);
  }
}

}  // namespace attn

#include "attn/evaluate.hpp"

#include <algorithm>
#include <numeric>

#include "attn/op.hpp"
#include "attn/version.hpp"
#include "evaluate/distance.hpp"
#include "evaluate/node_step.hpp"
#include "flash/backend.hpp"

namespace attn {

namespace {

using Builder = void (*)(const Problem& problem, Graph& graph, const PartDone& part_done);

void hand_over(const Node& node, const Execution& execution, Sink& sink) {
  if (!sink.wants(node.name, node.place)) return;
  sink.step(NodeStep(node, execution.rounding.has_value(), execution.arithmetic->places(node)).step());
}

/// Tells a Progress how many rows are done. Parts come head by head and, in the tiled mode, row block by row
/// block.
class RowCount {
 public:
  RowCount(const Problem& problem, Progress* progress) : problem_(problem), progress_(progress) {}

  void begin_part(std::size_t nodes) {
    nodes_ = nodes;
    node_ = 0;
  }
  void add(const Node& node) {
    ++node_;
    if (!progress_) return;
    const Sizes& sizes = problem_.sizes;
    const std::size_t head = node.place.batch.value_or(0) * sizes.heads + node.place.head.value_or(0);
    std::size_t rows = sizes.n_q * node_ / nodes_;
    if (node.place.tile_row) rows = *node.place.tile_row * problem_.options.tile->rows;
    progress_->done = std::max<std::size_t>(progress_->done, before_ + head * sizes.n_q + rows);
  }
  /// What is counted from here on comes after a whole pass over all rows.
  void begin_pass() { before_ += problem_.sizes.batch * problem_.sizes.heads * problem_.sizes.n_q; }

 private:
  const Problem& problem_;
  Progress* progress_;
  std::size_t before_ = 0;
  std::size_t nodes_ = 1;
  std::size_t node_ = 0;
};

void stream(Builder build, const Problem& problem, const Execution& execution, Sink& sink, RowCount& count) {
  const auto compute_part = [&](Graph& part) {
    count.begin_part(part.nodes().size());
    part.drain([&](Node& node) {
      execution.arithmetic->compute(node);
      if (execution.rounding) bound(node, *execution.rounding);
      hand_over(node, execution, sink);
      count.add(node);
    });
  };
  Graph graph;
  build(problem, graph, compute_part);
  compute_part(graph);
}

MaskSummary summarise(const MaskType& type, const Mask& mask, std::size_t n_q) {
  MaskSummary summary{type.name, mask.describe(), {}};
  for (const std::ptrdiff_t first : mask.first_positions()) {
    std::vector<std::ptrdiff_t>& positions = summary.positions.emplace_back(n_q);
    std::iota(positions.begin(), positions.end(), first);
  }
  return summary;
}

std::vector<MaskSummary> summarise(const Masks& masks, std::size_t n_q) {
  std::vector<MaskSummary> summaries;
  for (std::size_t i = 0; i < masks.list().size(); ++i)
    summaries.push_back(summarise(*masks.types()[i], *masks.list()[i], n_q));
  return summaries;
}

TraceHeader header_of(const Problem& problem, const Arithmetic& arithmetic) {
  std::vector<std::size_t> kv_head_of;
  for (std::size_t head = 0; head < problem.sizes.heads; ++head)
    kv_head_of.push_back(problem.sizes.kv_head(head));
  return {.version = std::string(version()),
          .title = problem.title,
          .notes = problem.notes,
          .dtype = arithmetic.name,
          .by_hand = arithmetic.by_hand,
          .sizes = problem.sizes,
          .options = problem.options,
          .tokens = problem.tokens,
          .kv_head_of = std::move(kv_head_of),
          .masks = summarise(problem.masks, problem.sizes.n_q),
          .has_empty_rows = problem.masks.leave_empty_rows(problem.sizes)};
}

/// Tile by tile, and held against the standard pipeline.
void run_tiled(const Problem& problem, Sink& sink, const Execution& execution, RowCount& count) {
  KeepResults standard;
  Execution without_bounds = execution;
  without_bounds.rounding.reset();
  stream(build_standard, problem, without_bounds, standard, count);
  count.begin_pass();
  CompareResults compare(standard, sink);
  stream(build_tiled, problem, execution, compare, count);
  compare.end({});
}

void begin(const Problem& problem, Sink& sink, const Execution& execution, std::size_t passes) {
  sink.begin(header_of(problem, *execution.arithmetic));
  const std::size_t rows = problem.sizes.batch * problem.sizes.heads * problem.sizes.n_q;
  if (execution.progress) execution.progress->total = passes * rows;
}

}  // namespace

void run_standard(const Problem& problem, Sink& sink, const Execution& execution) {
  begin(problem, sink, execution, 1);
  RowCount count(problem, execution.progress);
  stream(build_standard, problem, execution, sink, count);
  sink.end({});
}

void run(const Problem& problem, Sink& sink, const Execution& execution) {
  if (problem.options.backend == Backend::reference) return run_standard(problem, sink, execution);
  begin(problem, sink, execution, problem.options.backend == Backend::tiled ? 2 : 1);
  RowCount count(problem, execution.progress);
  if (problem.options.backend == Backend::tiled) return run_tiled(problem, sink, execution, count);
  run_flash(problem, sink, execution);
}

}  // namespace attn

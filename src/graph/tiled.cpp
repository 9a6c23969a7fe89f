#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "attn/graph.hpp"
#include "attn/op.hpp"
#include "graph/masking.hpp"
#include "graph/pipeline.hpp"

namespace attn {

namespace {

/// [0, n) in pieces of `step`; the last one may be shorter.
std::vector<Range> cut(std::size_t n, std::size_t step) {
  std::vector<Range> ranges;
  for (std::size_t begin = 0; begin < n; begin = ranges.back().end)
    ranges.push_back({begin, begin + std::min(step, n - begin)});
  return ranges;
}

ScoreBlock row_block(const ScoreBlock& whole, const Range& rows, std::size_t step) {
  ScoreBlock block = whole;
  block.place.tile_row = rows.begin / step;
  block.rows = rows;
  return block;
}

/// What the online softmax carries from tile to tile.
struct Running {
  Ref row_max;      ///< m [B_r]
  Ref row_sum;      ///< l [B_r]
  Ref accumulator;  ///< O before the division [B_r, d_v]; null without V
};

/// One head's tiles.
class TiledHead {
 public:
  TiledHead(const Problem& problem, Graph& graph, Masking& masking, HeadTensors tensors)
      : problem_(problem), graph_(graph), masking_(masking), tensors_(std::move(tensors)) {}

  /// Adds every tile of a row block, and the block's context and lse.
  void add_row_block(ScoreBlock block, const PartDone& part_done);
  /// Adds the whole head's context and lse, from those of the row blocks. Returns the context, null without
  /// V.
  Ref finish(const Place& place);

 private:
  Running start(const ScoreBlock& block);
  void add_tile(const ScoreBlock& block, Running& running);
  void add_skipped(const ScoreBlock& block);
  void add_update(const ScoreBlock& block, const Ref& x, const Ref& mask, Running& running);
  Ref stack(std::string_view name, const Place& place, const std::vector<Ref>& blocks, Axes axes);

  const Problem& problem_;
  Graph& graph_;
  Masking& masking_;
  HeadTensors tensors_;
  std::vector<Ref> contexts_;
  std::vector<Ref> lses_;
};

/// m = -inf, l = 0, O = 0.
Running TiledHead::start(const ScoreBlock& block) {
  const Axis rows{"query", block.rows->size(), block.rows->begin};
  const double lowest = -std::numeric_limits<double>::infinity();
  Running running;
  running.row_max = graph_.add("row_max", block.place, op::fill, {}, attribute::Constant{{rows}, lowest});
  running.row_sum = graph_.add("row_sum", block.place, op::fill, {}, attribute::Constant{{rows}, 0});
  if (tensors_.v) {
    const attribute::Constant zeros{{rows, tensors_.v->axes[1]}, 0};
    running.accumulator = graph_.add("accumulator", block.place, op::fill, {}, zeros);
  }
  return running;
}

void TiledHead::add_skipped(const ScoreBlock& block) {
  const Axes none{{"query", 0, block.rows->begin}, {"key", 0, block.columns->begin}};
  const Ref node = graph_.add("skipped", block.place, op::skip, {}, attribute::Constant{none, 0});
  node->note = fmt::format("no query of #{}:{} sees a key of #{}:{}", block.rows->begin, block.rows->end,
                           block.columns->begin, block.columns->end);
}

void TiledHead::add_tile(const ScoreBlock& block, Running& running) {
  Ref mask;
  if (masking_.any()) {
    mask = masking_.tile(block.batch, block.head, block.place, *block.rows, *block.columns);
    if (!mask) return add_skipped(block);
  }
  const Ref x = add_scores(problem_, graph_, block, tensors_, mask);
  add_update(block, x, mask, running);
}

/// The online softmax: m, l and O after one more tile.
void TiledHead::add_update(const ScoreBlock& block, const Ref& x, const Ref& mask, Running& running) {
  const Place& at = block.place;
  const Ref tile_max = graph_.add("tile_max", at, op::row_max, {x});
  const Ref row_max = graph_.add("row_max", at, op::maximum, {running.row_max, tile_max});
  const Ref exp = graph_.add("exp", at, op::exp, {x, row_max});
  exp->hidden_by = mask;
  const Ref tile_sum = graph_.add("tile_sum", at, op::row_sum, {exp});
  const Ref correction = graph_.add("correction", at, op::exp, {running.row_max, row_max});
  running.row_max = row_max;
  running.row_sum = graph_.add("row_sum", at, op::rescale, {correction, running.row_sum, tile_sum});
  if (!running.accumulator) return;
  std::vector<Operand> operands{correction, running.accumulator, exp, {tensors_.v, block.columns, {}}};
  if (mask) operands.push_back(mask);
  running.accumulator = graph_.add("accumulator", at, op::accumulate, std::move(operands));
}

void TiledHead::add_row_block(ScoreBlock block, const PartDone& part_done) {
  const Place row_place = block.place;
  Running running = start(block);
  for (const Range& columns : cut(problem_.sizes.n_k, problem_.options.tile->cols)) {
    block.place.tile_col = columns.begin / problem_.options.tile->cols;
    block.columns = columns;
    add_tile(block, running);
    if (part_done) part_done(graph_);
  }
  const auto empty =
      empty_in(masking_.empty_rows(block.batch, block.head), *block.rows, problem_.options.empty_row);
  if (running.accumulator)
    contexts_.push_back(
        graph_.add("context", row_place, op::normalise, {running.accumulator, running.row_sum}, empty));
  lses_.push_back(graph_.add("lse", row_place, op::lse, {running.row_max, running.row_sum}, empty));
  lses_.back()->note = note_of(empty, block.rows->begin);
}

Ref TiledHead::stack(std::string_view name, const Place& place, const std::vector<Ref>& blocks, Axes axes) {
  if (blocks.empty()) return graph_.add(name, place, op::fill, {}, attribute::Constant{std::move(axes), 0});
  std::vector<Operand> operands;
  for (const Ref& block : blocks) operands.push_back(block);
  return graph_.add(name, place, op::concat, std::move(operands), attribute::Along{0, "query"});
}

Ref TiledHead::finish(const Place& place) {
  stack("lse", place, lses_, {{"query", 0}});
  if (!tensors_.v) return nullptr;
  return stack(shown_name(problem_, "context"), place, contexts_, {{"query", 0}, tensors_.v->axes[1]});
}

}  // namespace

void build_tiled(const Problem& problem, Graph& graph, const PartDone& part_done) {
  Masking masking(problem, graph);
  add_pipeline(problem, graph, part_done, [&](const ScoreBlock& whole, const HeadTensors& tensors) {
    TiledHead head(problem, graph, masking, tensors);
    for (const Range& rows : cut(problem.sizes.n_q, problem.options.tile->rows)) {
      head.add_row_block(row_block(whole, rows, problem.options.tile->rows), part_done);
    }
    return head.finish(whole.place);
  });
}

}  // namespace attn

#pragma once

#include "attn/graph.hpp"
#include "graph/heads.hpp"

namespace attn {

/// The cells that one run of the score steps covers: a whole head, or one of its tiles.
struct ScoreBlock {
  std::size_t batch;
  std::size_t head;
  Place place;
  std::optional<Range> rows;     ///< absent: all
  std::optional<Range> columns;  ///< absent: all
};

/// From Q and K (or from the scores that the problem starts at) to the scores that the softmax sees: scores,
/// scaled, capped, masked, as far as the problem has them. `mask` is null where there is none.
Ref add_scores(const Problem& problem, Graph& graph, const ScoreBlock& block, const HeadTensors& head,
               const Ref& mask);

}  // namespace attn

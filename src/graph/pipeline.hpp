#pragma once

#include <functional>

#include "attn/graph.hpp"
#include "graph/heads.hpp"
#include "graph/scores.hpp"

namespace attn {

/// Adds one head's attention; returns its context [n_q, d_v], null without V. `block` is the whole head.
using AddHead = std::function<Ref(const ScoreBlock& block, const HeadTensors& head)>;

/// What every pipeline has in common: the heads of every batch entry, each from its Q, K and V to its
/// context, and their output.
void add_pipeline(const Problem& problem, Graph& graph, const PartDone& part_done, const AddHead& add_head);

}  // namespace attn

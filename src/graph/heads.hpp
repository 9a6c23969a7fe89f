#pragma once

#include <array>
#include <string_view>

#include "attn/graph.hpp"
#include "graph/source.hpp"

namespace attn {

/// What one head's attention starts from.
struct HeadTensors {
  Ref q;       ///< [n_q, d_k]; null where the problem starts at the scores
  Ref k;       ///< [n_k, d_k]; likewise
  Ref v;       ///< [n_k, d_v]; null where the problem has no V
  Ref scores;  ///< [n_q, n_k]: the `scores` or `scaled` that the problem starts at; else null
};

/// The first part of every pipeline: from what the problem gives (Q, K, V; or X and weights, apart or fused,
/// per head or side by side; with cached rows or without) to the Q, K and V of one head.
class Heads {
 public:
  Heads(const Problem& problem, Graph& graph);

  /// Adds what all heads of a batch entry share.
  void enter(std::size_t batch);
  /// Adds what is this head's own.
  HeadTensors of(std::size_t head);

 private:
  void split_fused();
  Ref fused_part(std::size_t role, std::string_view name, const Ref& fused, std::size_t axis);
  void renew_embeddings();
  Ref embedding(std::string_view name, std::string_view rows, std::string_view width);
  std::string_view memory_width() const;

  const Problem& problem_;
  Graph& graph_;
  std::size_t batch_ = 0;
  std::array<Source, 3> sources_;  ///< of Q, K and V
  Ref x_;
  Ref x_kv_;  ///< null in self-attention
};

}  // namespace attn

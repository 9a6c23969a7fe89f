#pragma once

#include <array>
#include <optional>
#include <string_view>
#include <vector>

#include "attn/graph.hpp"

namespace attn {

/// The place of a batch entry, or of one of its heads: a coordinate that exists once is left out.
Place place_of(const Sizes& sizes, std::optional<std::size_t> batch, std::optional<std::size_t> head = {});

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
  /// What one role has between heads.
  struct Source {
    std::vector<Ref> weights;  ///< one for all heads, or one per stored head; empty where Q, K, V are given
    std::vector<Ref> biases;   ///< likewise, or empty
    Ref packed;                ///< this batch entry's heads side by side; null where each head stands alone
  };

  std::size_t stored_heads(std::size_t role) const;
  std::size_t stored_head(std::size_t role, std::size_t head) const;
  std::size_t first_row(std::size_t role) const;
  std::string_view width_of(std::size_t role) const;
  bool stands_alone(std::size_t role) const;

  Ref input(std::string_view name, const Place& place, std::size_t head, const Axes& axes);
  std::vector<Ref> parameters(std::string_view name, std::size_t role);
  void add_parameters();
  void split_fused();
  Ref fused_part(std::size_t role, std::string_view name, const Ref& fused, std::size_t axis);
  void renew_embeddings();
  Ref embedding(std::string_view name, std::string_view rows);
  Ref all_heads(std::size_t role);
  Ref given(std::size_t role, std::string_view name, const Place& place, std::size_t stored);
  Ref project(std::size_t role, std::string_view name, const Place& place, std::size_t stored);
  Ref own(std::size_t role, std::size_t head, std::string_view name);
  Ref tensor(std::size_t role, std::size_t head);

  const Problem& problem_;
  const Sizes& sizes_;
  Graph& graph_;
  std::size_t batch_ = 0;
  std::array<Source, 3> sources_;
  Ref x_;
  Ref x_kv_;
};

}  // namespace attn

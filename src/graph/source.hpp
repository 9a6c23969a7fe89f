#pragma once

#include <array>
#include <optional>
#include <string_view>
#include <vector>

#include "attn/graph.hpp"

namespace attn {

/// The place of a batch entry, or of one of its heads: a coordinate that exists once is left out.
Place place_of(const Sizes& sizes, std::optional<std::size_t> batch, std::optional<std::size_t> head = {});

/// One of Q, K and V: its names in the problem and in the trace.
struct Role {
  std::string_view name;     ///< "K"
  std::string_view weight;   ///< "W_K"
  std::string_view bias;     ///< "b_K"
  std::string_view past;     ///< "past_K"
  std::string_view fresh;    ///< "K_new": the rows that are not cached
  std::string_view rows;     ///< "key"
  std::string_view columns;  ///< "d_k"
  std::string_view packed;   ///< "kv_heads·d_k": the columns of all heads side by side
  bool by_kv_head;           ///< false for Q, of which every query head has its own
};

inline constexpr std::array<Role, 3> roles{{
    {"Q", "W_Q", "b_Q", "past_Q", "Q", "query", "d_k", "heads·d_k", false},
    {"K", "W_K", "b_K", "past_K", "K_new", "key", "d_k", "kv_heads·d_k", true},
    {"V", "W_V", "b_V", "past_V", "V_new", "key", "d_v", "kv_heads·d_v", true},
}};

/// Q, K or V from what the problem gives (itself, or weights; heads apart or side by side; cached rows or
/// none) to what one head reads.
class Source {
 public:
  Source(const Problem& problem, Graph& graph, const Role& role);

  const Role& role() const { return role_; }
  /// What the columns of all heads together are called.
  std::string_view all_columns() const { return stored_heads_ > 1 ? role_.packed : role_.columns; }

  /// Adds the weights and biases that the problem gives for this role; `width` names the columns of x.
  void add_parameters(std::string_view width);
  /// Takes weights and bias (may be null) that were split off a fused matrix.
  void set_parameters(Ref weight, Ref bias);
  /// Adds what all heads of a batch entry share. `x` is what Q, K, V are projected from, null where they are
  /// given.
  void enter(std::size_t batch, const Ref& x);
  /// Adds what a query head reads, [n, d]; null where the problem has no such tensor.
  Ref of(std::size_t head);

 private:
  std::size_t stored_head(std::size_t head) const;
  std::string_view columns(bool apart) const { return apart ? role_.columns : all_columns(); }
  Ref add_input(const Input& input, std::string_view name, const Place& place, std::size_t stored);
  std::vector<Ref> parameters(std::string_view name, std::string_view width);
  Ref rows_of(std::string_view name, const Place& place, std::size_t stored);
  Ref project(std::string_view name, const Place& place, std::size_t stored);
  Ref own(std::size_t head);

  const Problem& problem_;
  Graph& graph_;
  const Role& role_;
  const Input* given_;  ///< null where it is projected
  const Input* past_;   ///< null where there is no cache
  std::size_t stored_heads_;
  std::string_view own_name_;  ///< of the rows that are not cached
  std::size_t batch_ = 0;
  Ref x_;
  std::vector<Ref> weights_;  ///< one for all heads, or one per stored head; empty where Q, K, V are given
  std::vector<Ref> biases_;   ///< likewise, or empty
  Ref packed_;                ///< this batch entry's heads side by side; null where each head stands alone
};

}  // namespace attn

#pragma once

#include <optional>
#include <string>
#include <vector>

#include "attn/graph.hpp"

namespace attn {

/// The problem's masks as the builders see them: as nodes, and as what they hide altogether. Whole-head
/// answers are kept until the head or batch entry changes in a way that matters to some mask.
class Masking {
 public:
  Masking(const Problem& problem, Graph& graph) : problem_(problem), graph_(graph) {}

  bool any() const { return !problem_.masks.empty(); }
  /// The bias of one head, [n_q, n_k]. Heads that share it share the node.
  Ref node(std::size_t batch, std::size_t head);
  /// The bias of one tile; null where it hides the whole tile.
  Ref tile(std::size_t batch, std::size_t head, const Place& place, const Range& rows, const Range& columns);
  /// The queries that see no key.
  const std::vector<std::size_t>& empty_rows(std::size_t batch, std::size_t head);

 private:
  /// The first batch entry and head with the same bias.
  struct Owner {
    std::size_t batch;
    std::size_t head;
    bool operator==(const Owner&) const = default;
  };
  Owner owner(std::size_t batch, std::size_t head) const;
  std::vector<std::size_t> find_empty_rows(const Owner& owner) const;

  const Problem& problem_;
  Graph& graph_;
  std::optional<Owner> node_owner_;
  Ref node_;
  std::optional<Owner> rows_owner_;
  std::vector<std::size_t> empty_rows_;
};

/// The part of `rows` that lies in `block`, counted from its beginning.
attribute::EmptyRows empty_in(const std::vector<std::size_t>& rows, const Range& block, EmptyRow gives);

/// "no visible key for queries 0, 1"; empty where every query sees one. `first` is the number of the block's
/// first row.
std::string note_of(const attribute::EmptyRows& empty, std::size_t first);

}  // namespace attn

#pragma once

#include <string_view>
#include <vector>

#include "attn/graph.hpp"
#include "attn/op.hpp"

namespace attn::diagnosis {

/// A whole graph that is edited before anything of it is computed. Nodes are changed in place; their order is
/// of no account, because values are computed on demand.
class EditedGraph {
 public:
  /// `problem` must outlive the graph.
  EditedGraph(const Problem& problem, bool tiled);

  const Problem& problem() const { return problem_; }
  bool is_tiled() const { return tiled_; }
  const std::vector<Ref>& nodes() const { return nodes_; }

  /// Every node of that name and operation.
  std::vector<Ref> all(std::string_view name, const Op& op) const;
  std::vector<Ref> all(const Op& op) const;
  /// nullptr where there is none.
  Ref find(std::string_view name, const Place& place) const;

  /// Takes the masks out of what comes after the scores: no operand leaves hidden keys out, and no row counts
  /// as empty.
  void forget_hidden();

  /// Adds a node with the place and axes of another one.
  Ref add_beside(const Node& other, std::string_view name, const Op& op, std::vector<Operand> operands,
                 Attributes attributes = {});

 private:
  const Problem& problem_;
  bool tiled_;
  std::vector<Ref> nodes_;
};

/// Replaces a node's operation and operands; its name, place and axes stay.
void rewire(Node& node, const Op& op, std::vector<Operand> operands, Attributes attributes = {});

}  // namespace attn::diagnosis

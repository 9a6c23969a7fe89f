#pragma once

#include <vector>

#include "attn/graph.hpp"

namespace attn {

/// The last part of every pipeline: the heads' contexts side by side, times W_O. Where two of `context`,
/// `concat` and `output` would be the same tensor it is there once, under the last of these names.
class OutputStage {
 public:
  OutputStage(const Problem& problem, Graph& graph) : problem_(problem), graph_(graph) {}

  /// Adds the output of a batch entry, from the context of every head.
  void add(std::size_t batch, const std::vector<Ref>& contexts);

 private:
  void add_parameters();

  const Problem& problem_;
  Graph& graph_;
  Ref w_o_;
  Ref b_o_;
};

}  // namespace attn

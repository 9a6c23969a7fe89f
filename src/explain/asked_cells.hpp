#pragma once

#include <optional>
#include <string>

#include "attn/explain.hpp"
#include "attn/graph.hpp"

namespace attn {

/// Cells that somebody asks for, in `values` of the step as it is printed.
struct AskedCells {
  Node* node = nullptr;
  std::optional<std::size_t> row;     ///< nothing: all of them
  std::optional<std::size_t> column;  ///< not all of both
};

/// Finds out which ones. `graph` is the problem's. Throws InputError.
AskedCells find_cells(const std::string& word, const Problem& problem, const Graph& graph,
                      const ExplainOptions& options);

}  // namespace attn

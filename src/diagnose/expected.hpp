#pragma once

#include <string>
#include <vector>

#include "attn/graph.hpp"
#include "attn/problem.hpp"
#include "diagnose/edited_graph.hpp"

namespace attn::diagnosis {

/// One matrix that is expected of a step: of one batch entry and head.
struct ExpectedMatrix {
  std::string step;                   ///< the name as it was said
  Place place;                        ///< without a head also where the heads are averaged
  std::string id;                     ///< by which the trace shows it
  Matrix<double> values;              ///< one number per row: a column
  std::vector<std::size_t> unstated;  ///< flat indices, ascending

  /// The step in the graph of a problem that is perhaps another one; nullptr where it has none.
  Ref find(const EditedGraph& graph) const;
};

/// Everything that the problem expects of the standard pipeline, matrix by matrix, in the order of its steps.
/// Throws InputError where there is no such step, or the axes in front do not count batch entries and heads.
std::vector<ExpectedMatrix> expected_matrices(const Problem& problem);

}  // namespace attn::diagnosis

#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "attn/graph.hpp"
#include "attn/problem.hpp"

namespace attn {

/// A matrix of the trace, and what an expectation says of it.
struct ExpectedMatrix {
  std::string said;                   ///< under which key: "weights"
  std::string where;                  ///< heads messages
  std::string id;                     ///< of the step: "head1.weights"
  Axes axes;                          ///< of the step
  Matrix<double> values;              ///< of the step's shape
  std::vector<std::size_t> unstated;  ///< flat indices, ascending
  const Array* source = nullptr;      ///< what it was cut from,
  std::size_t first = 0;              ///< and where in it the first cell stands
  bool from_standard = false;         ///< the backend has no such step; the standard pipeline has

  /// The step as the file calls it: "head1.masked" where masks are none and `id` is head1.scaled.
  std::string called() const { return id_of(parse_id(said).name, parse_id(id).place); }
};

/// Everything that is expected, matrix by matrix, in the order in which the steps are computed.
struct ExpectedSteps {
  std::vector<ExpectedMatrix> matrices;
  std::vector<const std::pair<const std::string, ExpectedStep>*> missing;  ///< the problem has no such step
};

/// Finds the steps that `expect` names: by id, or by name for all heads and batch entries stacked in front,
/// where axes of length one may be left out. Steps that the problem's backend leaves out are those of the
/// standard pipeline. `leading_rows`: a matrix may have fewer rows than the step; the others are unstated.
/// Throws InputError where a shape does not fit.
ExpectedSteps find_expected(const Problem& problem, const Expectation& expect, bool leading_rows = false);

}  // namespace attn

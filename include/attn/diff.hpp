#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "attn/compare.hpp"
#include "attn/stored_trace.hpp"

namespace attn {

struct DiffOptions {
  Tolerance tolerance = usual_tolerance;
  std::vector<std::string> steps;  ///< names or ids that are asked for; empty: all
};

/// Where the error of a differing step comes from. With f the step's operation:
/// candidate - reference = (candidate - f(candidate's operands)) + (f(candidate's operands) - reference).
struct ErrorSplit {
  double inherited = 0;   ///< the largest |f(candidate's operands) - reference|
  double added = 0;       ///< the largest |candidate - f(candidate's operands)|
  std::size_t wrong = 0;  ///< cells in which what was added is beyond the tolerance
  /// Steps that the operation needs and the candidate lacks. They were computed from what it has, or are the
  /// reference's where it has nothing.
  std::vector<std::string> lacking;
  /// Operands that the reference lacks, so that nothing says whether they are right.
  std::vector<std::string> unreferenced;
};

/// A step that both traces have, and in which they differ.
struct StepDifference {
  std::string id;  ///< the reference's; of a second name that the candidate has for the step, that name
  const StoredStep* reference = nullptr;
  const StoredStep* candidate = nullptr;
  bool asked = true;  ///< among `DiffOptions::steps`
  Comparison comparison;
  std::string unlike;  ///< why the two cannot be compared: "shape [2, 3] against [2, 2]"; else empty
  bool given = false;  ///< an input or mask: nothing that it could have inherited from
  std::optional<ErrorSplit> split;
  std::string unsplit;  ///< why there is no split
  /// How far the reference is from what its own operands give, where that is beyond the tolerance.
  std::optional<double> reference_error;

  bool is_wrong_itself() const { return given || !unlike.empty() || (split && split->wrong > 0); }
};

/// The first number of the candidate that is NaN or infinite, and is not so in the reference.
struct NonFinite {
  std::string cell;                ///< "exp[0,3] = inf"
  std::vector<std::string> parts;  ///< of which operands it came: "shifted[0,3] = 800"
  std::string op;                  ///< empty: not known
  bool recomputed = false;         ///< in a step that the candidate lacks
};

/// What two traces have in common, and where they part. Counts and lists are of the steps that are asked for,
/// but where an error began is looked for in all.
struct TraceDiff {
  std::size_t steps = 0;  ///< that both have
  std::size_t cells = 0;
  std::size_t nan_pairs = 0;
  Gap largest;
  std::vector<StepDifference> differing;  ///< in the order of the reference, asked for or not
  std::vector<std::string> only_in_reference;
  std::vector<std::string> only_in_candidate;
  std::optional<NonFinite> first_nonfinite;

  /// How many of `differing` are asked for.
  std::size_t asked_and_differing() const;
};

/// Holds a candidate against a reference. Both must outlive the result. Throws InputError where they have no
/// step in common.
TraceDiff diff(const StoredTrace& reference, const StoredTrace& candidate, const DiffOptions& options = {});

}  // namespace attn

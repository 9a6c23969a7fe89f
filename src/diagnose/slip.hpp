#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "attn/evaluate.hpp"
#include "attn/raw_problem.hpp"
#include "diagnose/edited_graph.hpp"

namespace attn::diagnosis {

/// A convention that is taken for another one: what the problem would have to say, or how its graph would
/// have to be wired, to compute that. Both edits say whether there was anything to change.
struct Slip {
  std::string name;
  std::string sentence;
  std::string_view changes;
  /// Edits what was said. `base` is the problem as it was said at first. What comes out may be refused by
  /// `make_problem`; then the slip does not apply.
  std::function<bool(RawProblem& raw, const Problem& base)> restate = {};
  /// Edits the graph of what was said.
  std::function<bool(EditedGraph& graph)> rewire = {};
  const Arithmetic* arithmetic = nullptr;  ///< nullptr: that of the whole diagnosis
  bool tiled = false;                      ///< one of the tiled pipeline
};

/// The table, in the order in which slips are tried.
const std::vector<Slip>& slips();

using Slips = std::vector<Slip>;

// One family in each file.
Slips scale_slips();
Slips mask_slips();         ///< restated: which keys a mask hides
Slips mask_number_slips();  ///< restated: widths, lengths and slopes
Slips hiding_slips();       ///< how a hidden key is hidden
Slips softmax_slips();      ///< softmax, softcap and log-sum-exp
Slips head_slips();
Slips projection_slips();
Slips cache_slips();
Slips tiled_slips();
Slips arithmetic_slips();

}  // namespace attn::diagnosis

#pragma once

#include <string>
#include <vector>

#include "attn/diff.hpp"
#include "report/report.hpp"

namespace attn {

struct DiffReportOptions {
  bool side_by_side = false;
  bool all = false;  ///< a step that the candidate lacks is a difference
};

/// What was compared, with what tolerance.
struct DiffSides {
  const StoredTrace& reference;
  const StoredTrace& candidate;
  const DiffOptions& options;
};

/// For people and programs: a finding for each step that differs, and in closing where it began.
Report report_of(const TraceDiff& diff, const DiffSides& sides, const DiffReportOptions& options);

/// The first step that is wrong itself and not by what it was given, in words, and what follows from it.
std::vector<std::string> culprit_lines(const TraceDiff& diff, const DiffSides& sides);

/// The conventions that the two traces do not have in common: "scale 0.5 against 1".
std::vector<std::string> option_differences(const StoredTrace& reference, const StoredTrace& candidate);

/// "a, b, c and 4 more".
std::string listed(const std::vector<std::string>& ids);

}  // namespace attn

#pragma once

#include "as_written/verdicts.hpp"
#include "attn/problem.hpp"
#include "report/report.hpp"

namespace attn {

/// The verdicts on one problem, in words that its author can act on. `strict`: numbers that were rounded on
/// the way fail too.
Report report_of(const AsWritten& verdicts, const Problem& problem, bool strict);

}  // namespace attn

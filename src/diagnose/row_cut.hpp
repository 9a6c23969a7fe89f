#pragma once

#include "attn/graph.hpp"

namespace attn::diagnosis {

/// The node that gives some rows of another one, computed from as few rows of its operands as they need. Most
/// wrong attempts are seen to be wrong on a few rows, at a fraction of the cost.
Ref cut_rows(const Ref& node, const Range& rows);

}  // namespace attn::diagnosis

#pragma once

#include "attn/trace.hpp"

namespace attn {

/// Throws InputError where nothing is left of a step that was asked for, because it lies in none of the batch
/// entries, heads or rows that are. The steps are known to be in the trace.
void require_left(const Selection& selection, const Problem& problem, const Naming& naming);

}  // namespace attn

#pragma once

#include "attn/evaluate.hpp"

namespace attn {

/// Projects, attends by the fused kernel, projects the output: steps `lse` and `output` alone. Throws
/// InputError for an arithmetic that the kernel does not have.
void run_flash(const Problem& problem, Sink& sink, const Execution& execution);

}  // namespace attn

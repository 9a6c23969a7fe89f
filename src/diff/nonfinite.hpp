#pragma once

#include <optional>

#include "attn/diff.hpp"
#include "diff/candidate_values.hpp"
#include "diff/step_pairs.hpp"

namespace attn {

/// The first NaN or infinity of these steps that the reference does not have, and what it came from.
/// `differing` are indices of pairs, in order, whose values can be compared.
std::optional<NonFinite> first_nonfinite(const StepPairs& pairs, const std::vector<std::size_t>& differing,
                                         const CandidateValues& values);

}  // namespace attn

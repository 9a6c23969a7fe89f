#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "attn/problem.hpp"

namespace attn::diagnosis {

/// Problems of the same kind as a given one: the same keys and conventions, other numbers, and perhaps other
/// sizes. Small ones come first.
struct FreshKind {
  Sizes sizes;
  double spread;  ///< of the numbers
};
std::vector<FreshKind> fresh_kinds(const Problem& base);

/// One of them. The same seed gives the same numbers everywhere. It may not be valid.
RawProblem fresh_problem(const RawProblem& raw, const Problem& base, const FreshKind& kind,
                         std::uint64_t seed);

/// The text of a problem file that says this.
std::string problem_text(const RawProblem& raw);

}  // namespace attn::diagnosis

#pragma once

#include <string>

#include "attn/problem.hpp"
#include "check/checked_steps.hpp"
#include "report/report.hpp"

namespace attn {

/// "difference 0.14, relative 0.38, 1.2e+15 ulp".
std::string gap_in_words(const Gap& gap);

/// "atol 0.14, or rtol 0.38, or ulp 12"; "none" where no tolerance lets a NaN or an infinity pass.
std::string passing_in_words(const Tolerance& passing);

/// The same for programs.
nlohmann::ordered_json json_of(const CellDifference& cell);

/// What a checked step has found: how many cells, where, by how much, and what would have passed. `line`: of
/// the file, of what was expected.
Finding finding_of(const CheckedStep& step, const Tokens& tokens);

}  // namespace attn

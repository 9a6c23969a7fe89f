#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "attn/trace.hpp"
#include "render/notation.hpp"

namespace attn {

// What pages and documents say in words beside their numbers.

inline constexpr std::string_view too_much_arithmetic =
    "The arithmetic of so many cells is left out; attn-calc explain shows that of one, --full of all.";

/// "raw scores, 2 query × 3 key".
std::string step_in_words(const Step& step);

/// "output differs by at most 4.4e-16 (2 ulp)".
std::string distance_in_words(const Distance& distance, const Notation& notation);

/// What was left out of a matrix: "8 of 20 rows and 3 of 13 columns are left out; --full shows all". "" for
/// nothing.
std::string left_out_in_words(const Matrix<double>& values, const std::vector<std::size_t>& rows,
                              const std::vector<std::size_t>& columns);

}  // namespace attn

#pragma once

#include <string>
#include <vector>

#include "attn/diagnose.hpp"
#include "diagnose/expected.hpp"

namespace attn::diagnosis {

/// What the matrices of one step are held to.
struct HeldTo {
  Tolerance tolerance;
  std::string because;  ///< "tolerance of the problem", "--atol", "1e-5 of the largest number"
};

/// The narrow type that the numbers of these matrices seem to be of; nothing where they are float32 or wider,
/// or too short to tell.
std::optional<Precision> narrow_type(const std::vector<ExpectedMatrix>& matrices);

/// What follows from the numbers of a matrix: `size` is its largest one, or where all are 0 that of the right
/// result.
HeldTo held_to(const ExpectedMatrix& expected, double size, std::optional<Precision> type, Compare compare);

/// The tolerance that was said, by options or for the step; nothing where none was.
std::optional<HeldTo> said_tolerance(const ExpectedMatrix& expected, const Problem& problem,
                                     const DiagnoseOptions& options);

}  // namespace attn::diagnosis

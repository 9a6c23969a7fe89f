#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "attn/compare.hpp"
#include "attn/evaluate.hpp"
#include "attn/raw_problem.hpp"

namespace attn {

/// A row of the table of slips: a convention that is taken for another one.
struct SlipName {
  std::string name;          ///< "sentinel(-1e9)"
  std::string_view changes;  ///< "scale", "mask", ...: the part of the computation that it is in
  std::string help;          ///< one sentence
};

/// In the order in which they are tried: the ones that are met most often come first.
std::span<const SlipName> slip_names();

/// Whether two slips at a time are tried: where no single one explains the numbers, or in any case.
enum class Pairs { if_needed, always, never };

struct DiagnoseOptions {
  /// Goes over the problem's own. Nothing in either: what follows from the numbers. None is derived.
  std::optional<Tolerance> tolerance = {};
  Pairs pairs = Pairs::if_needed;
  const Arithmetic* arithmetic = &float64;  ///< of everything that no slip computes in another one
  /// How much may be computed, in multiply-adds; a thousand million are about a second.
  std::uint64_t budget = 6'000'000'000;
};

/// How a matrix of the expectation differs from the right result.
struct WrongStep {
  std::string id;
  std::size_t cells = 0;
  std::size_t differing = 0;
  double largest = 0;     ///< difference of two cells; infinite where one of them is not finite
  std::string otherwise;  ///< why it cannot be compared cell by cell; empty: it can
  Tolerance tolerance;    ///< that it was held to
  std::string held_to;    ///< where that comes from
};

/// One or two slips that give the expected numbers.
struct Cause {
  std::vector<std::string> slips;
  std::vector<std::string> sentences;  ///< what they mean, one for each
  std::optional<std::size_t> tile;     ///< keys in a tile, where the slip is one of a tiled kernel
  double largest = 0;                  ///< difference from the expected numbers
};

/// What explains the numbers. Several causes: this input cannot tell them apart.
struct Explanation {
  std::vector<Cause> causes;  ///< best first
  /// A problem file on which their results differ; empty where there is one cause, or none was found.
  std::string telling_input;
  /// Which of the causes give other results there than the first one.
  std::vector<std::size_t> told_apart;
};

struct Diagnosis {
  bool right = false;
  std::vector<WrongStep> steps;           ///< every matrix of the expectation, in order
  std::vector<Explanation> explanations;  ///< best first
  std::size_t singles = 0;                ///< how many slips were tried
  std::size_t pairs = 0;
  std::vector<std::string> notes;  ///< what was left out, and why
};

/// Finds the conventions that explain what a problem expects. Throws InputError where the problem is not
/// valid, or expects nothing.
Diagnosis diagnose(const RawProblem& raw, const DiagnoseOptions& options = {});

}  // namespace attn

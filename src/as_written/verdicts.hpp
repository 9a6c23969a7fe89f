#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "check/expected_steps.hpp"

namespace attn {

/// What a printed number is.
enum class Verdict { right, rounded, wrong_here, inherited };
inline constexpr std::array verdicts{
    Choice<Verdict>{Verdict::right, "right", "the exact value, at its digits"},
    Choice<Verdict>{Verdict::rounded, "rounded on the way",
                    "follows from printed numbers, or from numbers rounded step by step"},
    Choice<Verdict>{Verdict::wrong_here, "wrong here", "not even the printed numbers before it give it"},
    Choice<Verdict>{Verdict::inherited, "inherited",
                    "follows from printed numbers, but some of these are wrong"},
};

/// A printed number that is not simply right.
struct CellVerdict {
  Verdict verdict = Verdict::right;
  std::size_t row = 0;  ///< from 0
  std::size_t column = 0;
  std::string written;
  std::size_t offset = 0;  ///< in the file, in bytes
  double exact = 0;
  std::string right;              ///< the exact value at the same digits
  std::string follows;            ///< what the printed numbers before it give, at the same digits
  std::string given;              ///< from which numbers that follows, where these are few: "shifted 4.243"
  std::string corrected;          ///< what to write: calculated as the author does
  std::string why;                ///< how a rounded or inherited number comes about
  std::vector<std::string> from;  ///< inherited: the ids of the steps with the wrong numbers
};

struct StepVerdicts {
  const ExpectedMatrix* expected = nullptr;
  std::string formula;
  std::array<std::size_t, verdicts.size()> counts{};  ///< by Verdict
  std::vector<CellVerdict> cells;                     ///< without those that are right
  /// The whole step at the digits that were written, calculated anew from the inputs as the author does: rows
  /// of numbers; a number that was not stated is "null".
  std::vector<std::vector<std::string>> corrected;
  bool is_changed = false;  ///< some of these are not what is written

  std::size_t count(Verdict verdict) const { return counts[static_cast<std::size_t>(verdict)]; }
  bool has_wrong() const { return count(Verdict::wrong_here) + count(Verdict::inherited) > 0; }
};

/// A verdict on every number.
struct AsWritten {
  std::vector<StepVerdicts> steps;  ///< in the order in which they are computed
  /// How the author calculates: "in full", or step by step from rounded numbers.
  std::string manner;

  std::size_t count(Verdict verdict) const;
  bool has_wrong() const { return count(Verdict::wrong_here) + count(Verdict::inherited) > 0; }
  /// The step of the first number that is wrong there; null where there is none.
  const StepVerdicts* first_wrong() const;
};

/// Holds each expected number to the digits it is written with. Every one has to have a literal. Throws
/// InputError.
AsWritten judge(const Problem& problem, const ExpectedSteps& expected);

}  // namespace attn

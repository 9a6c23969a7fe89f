#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "attn/error.hpp"
#include "attn/evaluate.hpp"
#include "attn/problem.hpp"
#include "report/report.hpp"

namespace attn {

/// How problem files are checked.
struct CheckSettings {
  std::function<void(RawProblem&)> prepare = [](RawProblem&) {};  ///< says things over what the file says
  /// Makes the execution that of one problem. Throws InputError where the two do not go together.
  std::function<void(Execution&, const Problem&)> fit = [](Execution&, const Problem&) {};
  Execution execution;
  std::optional<Tolerance> tolerance;  ///< for all steps, instead of the file's
  std::optional<Compare> compare;      ///< instead of the file's
  std::string trace;                   ///< a trace that is expected, instead of what the file expects
  bool strict = false;                 ///< as written: numbers that were rounded on the way fail too
  std::string output;  ///< where the report goes: no file that is read; empty: standard output
};

/// The report would go over a file that it is about.
class OutputIsInput : public InputError {
 public:
  using InputError::InputError;
};

/// Holds the problem against what is expected of it. What is wrong with the file is a report too. Throws
/// OutputIsInput.
Report check_file(const std::string& path, const CheckSettings& settings);

/// Writes computed numbers over those that the file expects, digit for digit as many.
Report update_file(const std::string& path, const CheckSettings& settings);

/// Writes what is computed for some steps (names or ids) into the file's `expect`; without `decimals`, digits
/// enough to read back the same numbers.
Report record_file(const std::string& path, const std::vector<std::string>& steps,
                   std::optional<int> decimals, const CheckSettings& settings);

}  // namespace attn

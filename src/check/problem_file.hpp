#pragma once

// What checking a problem file and writing into one have in common.

#include <functional>
#include <memory>
#include <string>

#include "attn/problem.hpp"
#include "check/check_file.hpp"
#include "input/source.hpp"

namespace attn {

/// A problem file that was read, and its text.
struct ProblemFile {
  std::string where;
  std::string text;
  std::shared_ptr<const Problem> problem;
  Execution execution;

  Source source() const { return {text, where}; }
};

/// Throws InputError, and OutputIsInput.
ProblemFile read_file(const std::string& path, const CheckSettings& settings);

/// A report of what `act` finds, or of the InputError that it throws, under the file's name.
Report reported(const std::string& path, const std::function<Report()>& act);

/// What the file expects, under what the settings say over it. Throws InputError where nothing is expected,
/// or no number stated: a check of nothing would pass.
Expectation expectation_of(const ProblemFile& file, const CheckSettings& settings);

Finding missing_step(const std::string& said, const Problem& problem);

/// "1 step", "2 steps".
std::string plural(std::size_t count, std::string_view noun);

}  // namespace attn

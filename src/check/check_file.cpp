#include "check/check_file.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "as_written/report.hpp"
#include "attn/error.hpp"
#include "check/difference_text.hpp"
#include "check/problem_file.hpp"

namespace attn {

namespace {

/// The line of the first number that a finding is about, where that stands in the problem file.
void set_line(Finding& finding, const ProblemFile& file, const ExpectedMatrix& expected, std::size_t cell) {
  if (expected.first + cell < expected.source->literals.size())
    finding.line = file.source().position(expected.source->literals[expected.first + cell].offset).line;
}

/// A summary as the rest of another one.
std::string without_ok(const std::string& summary) {
  constexpr std::string_view ok = "ok: ";
  return summary.starts_with(ok) ? summary.substr(ok.size()) + " ok" : summary;
}

/// What was compared, over all steps.
struct Counts {
  std::size_t numbers = 0;
  std::size_t unstated = 0;
  std::size_t nan_pairs = 0;
  std::size_t differing = 0;

  explicit Counts(const std::vector<CheckedStep>& steps) {
    for (const CheckedStep& step : steps) {
      numbers += step.comparison.cells;
      unstated += step.comparison.unstated;
      nan_pairs += step.comparison.nan_pairs;
      differing += step.comparison.differing;
    }
  }
};

/// "3 steps, 24 numbers, 2 of them NaN in both, 4 not stated; weights by the standard pipeline".
std::string in_words(const std::vector<CheckedStep>& steps, const Counts& counts) {
  std::string words = fmt::format("{}, {}", plural(steps.size(), "step"), plural(counts.numbers, "number"));
  if (counts.nan_pairs > 0) words += fmt::format(", {} of them NaN in both", counts.nan_pairs);
  if (counts.unstated > 0) words += fmt::format(", {} not stated", counts.unstated);
  std::vector<std::string> others;
  for (const CheckedStep& step : steps)
    if (step.expected->from_standard && std::ranges::find(others, step.expected->said) == others.end())
      others.push_back(step.expected->said);
  if (!others.empty()) words += fmt::format("; {} by the standard pipeline", fmt::join(others, ", "));
  return words;
}

Report report_of(const std::vector<CheckedStep>& steps, const ProblemFile& file) {
  Report report;
  const Counts counts(steps);
  for (const CheckedStep& step : steps) {
    if (step.comparison.differing == 0) continue;
    Finding finding = finding_of(step, file.problem->tokens);
    const CellDifference& first = *step.comparison.first;
    set_line(finding, file, *step.expected, first.row * step.values.shape(1) + first.column);
    report.findings.push_back(std::move(finding));
  }
  report.summary = "ok: " + in_words(steps, counts);
  if (counts.differing > 0)
    report.summary =
        fmt::format("{} of {} {} in {}", counts.differing, plural(counts.numbers, "number"),
                    counts.differing == 1 ? "differs" : "differ", plural(report.findings.size(), "step"));
  report.data = {{"compare", "tolerance"},      {"steps", steps.size()},
                 {"numbers", counts.numbers},   {"differing", counts.differing},
                 {"unstated", counts.unstated}, {"nan_pairs", counts.nan_pairs}};
  return report;
}

Report judged(const ExpectedSteps& expected, const ProblemFile& file, bool strict) {
  const AsWritten verdicts = judge(*file.problem, expected);
  Report report = report_of(verdicts, *file.problem, strict);
  std::size_t next = 0;
  for (const StepVerdicts& step : verdicts.steps) {
    if (step.cells.empty()) continue;
    report.findings[next++].line = file.source().position(step.cells.front().offset).line;
  }
  return report;
}

/// Throws where somebody asks for an arithmetic that verdicts on printed numbers do not use.
void require_exact(const ProblemFile& file) {
  const Arithmetic& arithmetic = *file.execution.arithmetic;
  std::string said;
  if (file.problem->options.backend == Backend::flash)
    said = "--backend flash";
  else if (arithmetic.by_hand)
    said = "--round";
  else if (&arithmetic != &float64)
    said = fmt::format("--dtype {}", arithmetic.name);
  if (said.empty()) return;
  throw InputError(
      fmt::format("{}: numbers as written are held to exact ones, so {} has no part in it; leave it out, or "
                  "say --compare tolerance",
                  file.where, said));
}

Report check(const ProblemFile& file, const CheckSettings& settings) {
  const Expectation expect = expectation_of(file, settings);
  const bool as_written = expect.compare == Compare::as_written && settings.trace.empty();
  if (as_written) require_exact(file);
  const ExpectedSteps expected = find_expected(*file.problem, expect, as_written);
  Report report = as_written ? judged(expected, file, settings.strict)
                             : report_of(check_steps(*file.problem, expected, expect, file.execution), file);
  for (const auto* missing : expected.missing)
    report.findings.push_back(missing_step(missing->first, *file.problem));
  if (const std::size_t missing = expected.missing.size(); missing > 0)
    report.summary =
        fmt::format("{} missing; {}", plural(missing, "expected step"), without_ok(report.summary));
  for (const Finding& finding : report.findings) report.outcome = std::max(report.outcome, finding.weight);
  return report;
}

}  // namespace

Report check_file(const std::string& path, const CheckSettings& settings) {
  return reported(path, [&] { return check(read_file(path, settings), settings); });
}

}  // namespace attn

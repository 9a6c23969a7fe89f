#include "check/check_file.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <new>

#include "as_written/report.hpp"
#include "attn/error.hpp"
#include "attn/read.hpp"
#include "attn/stored_trace.hpp"
#include "check/difference_text.hpp"
#include "check/rewrite.hpp"
#include "text/visible.hpp"

namespace attn {

namespace {

/// A problem file that was read, and its text.
struct ProblemFile {
  std::string where;
  std::string text;
  std::shared_ptr<const Problem> problem;

  Source source() const { return {text, where}; }
};

ProblemFile read_file(const std::string& path, const CheckSettings& settings) {
  Reader reader;
  ProblemFile file{path == "-" ? "<stdin>" : visible(path), reader.text(path), nullptr};
  RawProblem raw =
      parse_problem(file.text, file.where, std::filesystem::path(path).parent_path().string(), reader);
  if (!settings.output.empty() && reader.has_read(settings.output))
    throw OutputIsInput(fmt::format("-o {}: is read as well (by {}); it would be lost",
                                    visible(settings.output), file.where));
  settings.prepare(raw);
  file.problem = make_problem(std::move(raw));
  settings.validate(*file.problem);
  return file;
}

/// A report of what `act` finds, or of the InputError that it throws.
template <class Act>
Report reported(const std::string& path, Act act) {
  Report report;
  const auto fail = [&](std::string why) {
    report.outcome = Outcome::error;
    report.summary = std::move(why);
  };
  try {
    report = act();
  } catch (const OutputIsInput&) {
    throw;
  } catch (const InputError& error) {
    fail(error.what());
  } catch (const std::bad_alloc&) {
    fail(fmt::format("{}: too little memory", visible(path)));
  }
  report.name = path;
  return report;
}

Expectation expectation_of(const Problem& problem, const CheckSettings& settings) {
  Expectation expect = problem.expect;
  if (settings.compare) expect.compare = *settings.compare;
  if (settings.tolerance) expect.tolerance = {{"default", *settings.tolerance}};
  if (settings.trace.empty()) return expect;
  expect.steps.clear();
  const StoredTrace trace = read_trace(settings.trace, problem.sizes);
  for (const StoredStep& step : trace.steps)
    expect.steps[step.id] = {
        fmt::format("{}: {}", trace.path, step.id),
        {{step.values.shape(0), step.values.shape(1)}, {step.values.begin(), step.values.end()}, false, {}}};
  return expect;
}

Finding missing_step(const std::string& said) {
  Finding finding;
  finding.step = said;
  finding.message = "is expected, but this problem has no such step";
  finding.data = {{"said", said}, {"missing", true}};
  return finding;
}

/// The line of the first number that a finding is about, where that stands in the problem file.
void set_line(Finding& finding, const ProblemFile& file, const ExpectedMatrix& expected, std::size_t cell) {
  if (expected.first + cell < expected.source->literals.size())
    finding.line = file.source().position(expected.source->literals[expected.first + cell].offset).line;
}

std::string plural(std::size_t count, std::string_view noun) {
  return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
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

/// Throws where nothing is expected, or no number stated: a check of nothing would pass.
void require_expectation(const Expectation& expect, const ProblemFile& file) {
  const auto states_nothing = [](const auto& step) {
    const Array& array = step.second.array;
    return !array.values.empty() && array.unstated.size() == array.values.size();
  };
  if (!expect.steps.empty() && !std::ranges::all_of(expect.steps, states_nothing)) return;
  throw InputError(
      fmt::format("{}: expects nothing, so there is nothing to check; write `expect`, or let attn-calc check "
                  "--record STEPS write it",
                  file.where));
}

/// Throws where somebody asks for an arithmetic that verdicts on printed numbers do not use.
void require_exact(const ProblemFile& file, const Execution& execution) {
  if (file.problem->options.backend != Backend::flash && execution.arithmetic == &float64) return;
  throw InputError(
      fmt::format("{}: numbers as written are held to exact ones, so neither --backend flash nor --dtype has "
                  "a part in it; leave it out, or say --compare tolerance",
                  file.where));
}

Report check(const ProblemFile& file, const CheckSettings& settings) {
  const Expectation expect = expectation_of(*file.problem, settings);
  require_expectation(expect, file);
  const bool as_written = expect.compare == Compare::as_written && settings.trace.empty();
  if (as_written) require_exact(file, settings.execution);
  const ExpectedSteps expected = find_expected(*file.problem, expect, as_written);
  Report report = as_written
                      ? judged(expected, file, settings.strict)
                      : report_of(check_steps(*file.problem, expected, expect, settings.execution), file);
  for (const auto* missing : expected.missing) report.findings.push_back(missing_step(missing->first));
  if (const std::size_t missing = expected.missing.size(); missing > 0)
    report.summary =
        fmt::format("{} missing; {}", plural(missing, "expected step"), without_ok(report.summary));
  for (const Finding& finding : report.findings) report.outcome = std::max(report.outcome, finding.weight);
  return report;
}

/// Throws where the file is no longer what was read: what somebody has written there meanwhile would be lost.
void write_file(const std::string& path, const ProblemFile& file, const std::string& text) {
  const auto output = file_output(path);
  output->write(text);
  if (Reader().text(path) != file.text)
    throw InputError(fmt::format("{}: the file has changed since it was read; run this again", file.where));
  output->commit();
}

/// Throws where new numbers could not be written, or would be lost.
void require_written(const ExpectedSteps& expected) {
  for (const ExpectedMatrix& matrix : expected.matrices)
    if (matrix.source->literals.size() != matrix.source->values.size())
      throw InputError(
          fmt::format("{}: stands in a file of its own, which --update does not write", matrix.where));
}

/// The numbers that the file expects, with those that were computed in their place.
std::map<const Array*, std::vector<double>> computed_numbers(const std::vector<CheckedStep>& steps) {
  std::map<const Array*, std::vector<double>> numbers;
  for (const CheckedStep& step : steps) {
    const ExpectedMatrix& expected = *step.expected;
    auto& values = numbers.try_emplace(expected.source, expected.source->values).first->second;
    for (std::size_t cell = 0; cell < step.values.size(); ++cell)
      if (!std::ranges::binary_search(expected.unstated, cell))
        values[expected.first + cell] = step.values.flat(cell);
  }
  return numbers;
}

Report update(const std::string& path, const ProblemFile& file, const CheckSettings& settings) {
  const Expectation expect = expectation_of(*file.problem, settings);
  require_expectation(expect, file);
  const ExpectedSteps expected = find_expected(*file.problem, expect, expect.compare == Compare::as_written);
  require_written(expected);
  const auto numbers = computed_numbers(check_steps(*file.problem, expected, expect, settings.execution));
  std::vector<NewNumbers> arrays;
  for (const auto& [array, values] : numbers) arrays.push_back({array->literals, values});
  const std::string text = with_numbers(file.source(), arrays);
  Report report;
  report.summary = text == file.text ? "up to date" : "updated";
  if (text != file.text) write_file(path, file, text);
  for (const auto* missing : expected.missing) report.findings.push_back(missing_step(missing->first));
  if (!expected.missing.empty()) {
    report.outcome = Outcome::failed;
    report.summary += fmt::format(", but {} missing", plural(expected.missing.size(), "expected step"));
  }
  return report;
}

/// Keeps every step of some names or ids.
class RecordSteps : public Sink {
 public:
  void step(const Step& step) override {
    Array array{{step.values.shape(0)}, {step.values.begin(), step.values.end()}, false, {}};
    if (step.axes.size() > 1) array.shape.push_back(step.values.shape(1));
    steps.push_back({step.id, std::move(array)});
  }
  std::vector<NewStep> steps;
};

}  // namespace

Report check_file(const std::string& path, const CheckSettings& settings) {
  return reported(path, [&] { return check(read_file(path, settings), settings); });
}

Report update_file(const std::string& path, const CheckSettings& settings) {
  return reported(path, [&] { return update(path, read_file(path, settings), settings); });
}

Report record_file(const std::string& path, const std::vector<std::string>& steps,
                   std::optional<int> decimals, const CheckSettings& settings) {
  return reported(path, [&] {
    const ProblemFile file = read_file(path, settings);
    RecordSteps recorded;
    Selection selection;
    selection.steps = steps;
    SelectingSink sink(resolve(selection, *file.problem), recorded);
    run(*file.problem, sink, settings.execution);
    write_file(path, file, with_expectation(file.source(), recorded.steps, decimals));
    Report report;
    report.summary = fmt::format("recorded {}", plural(recorded.steps.size(), "step"));
    return report;
  });
}

}  // namespace attn

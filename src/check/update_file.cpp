#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "attn/error.hpp"
#include "check/check_file.hpp"
#include "check/checked_steps.hpp"
#include "check/problem_file.hpp"
#include "check/replace_file.hpp"
#include "check/rewrite.hpp"

namespace attn {

namespace {

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
  const Expectation expect = expectation_of(file, settings);
  const ExpectedSteps expected = find_expected(*file.problem, expect, expect.compare == Compare::as_written);
  require_written(expected);
  const auto numbers = computed_numbers(check_steps(*file.problem, expected, expect, file.execution));
  std::vector<NewNumbers> arrays;
  for (const auto& [array, values] : numbers) arrays.push_back({array->literals, values});
  const std::string text = with_numbers(file.source(), arrays);
  Report report;
  report.summary = text == file.text ? "up to date" : "updated";
  if (text != file.text) replace_file(path, file.text, text);
  for (const auto* missing : expected.missing)
    report.findings.push_back(missing_step(missing->first, *file.problem));
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
    run(*file.problem, sink, file.execution);
    replace_file(path, file.text, with_expectation(file.source(), recorded.steps, decimals));
    Report report;
    report.summary = fmt::format("recorded {}", plural(recorded.steps.size(), "step"));
    return report;
  });
}

}  // namespace attn

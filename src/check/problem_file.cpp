#include "check/problem_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <new>
#include <optional>

#include "attn/error.hpp"
#include "attn/read.hpp"
#include "attn/stored_trace.hpp"
#include "text/visible.hpp"

namespace attn {

namespace {

Expectation said_expectation(const Problem& problem, const CheckSettings& settings) {
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

}  // namespace

ProblemFile read_file(const std::string& path, const CheckSettings& settings) {
  Reader reader;
  ProblemFile file{path == "-" ? "<stdin>" : visible(path), reader.text(path), nullptr, settings.execution};
  RawProblem raw =
      parse_problem(file.text, file.where, std::filesystem::path(path).parent_path().string(), reader);
  if (!settings.output.empty() && reader.has_read(settings.output))
    throw OutputIsInput(fmt::format("-o {}: is read as well (by {}); it would be lost",
                                    visible(settings.output), file.where));
  settings.prepare(raw);
  file.problem = make_problem(std::move(raw));
  settings.fit(file.execution, *file.problem);
  return file;
}

Report reported(const std::string& path, const std::function<Report()>& act) {
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

Expectation expectation_of(const ProblemFile& file, const CheckSettings& settings) {
  Expectation expect = said_expectation(*file.problem, settings);
  require_expectation(expect, file);
  return expect;
}

Finding missing_step(const std::string& said, const Problem& problem) {
  Finding finding;
  finding.step = said;
  finding.message = "is expected, but this problem has no such step";
  const Place place = parse_id(said).place;
  const auto say_count = [&](std::optional<std::size_t> index, std::size_t count, std::string_view noun) {
    if (index && *index >= count) finding.message += fmt::format("; it has {} {}, from 0 on", count, noun);
  };
  say_count(place.head, problem.sizes.heads, problem.sizes.heads == 1 ? "head" : "heads");
  say_count(place.batch, problem.sizes.batch, problem.sizes.batch == 1 ? "batch entry" : "batch entries");
  finding.data = {{"said", said}, {"missing", true}};
  return finding;
}

std::string plural(std::size_t count, std::string_view noun) {
  return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

}  // namespace attn

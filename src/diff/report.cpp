#include "diff/report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "check/checked_steps.hpp"
#include "check/difference_text.hpp"
#include "diff/cell_text.hpp"
#include "diff/side_by_side.hpp"

namespace attn {

namespace {

using nlohmann::ordered_json;

std::string count_text(std::size_t count, std::string_view noun) {
  return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

ordered_json tolerance_data(const Tolerance& tolerance) {
  ordered_json data = ordered_json::object();
  if (tolerance.atol) data["atol"] = json_number(*tolerance.atol);
  if (tolerance.rtol) data["rtol"] = json_number(*tolerance.rtol);
  if (tolerance.ulp) data["ulp"] = json_number(*tolerance.ulp);
  return data;
}

std::string cell_text(std::string_view which, const StoredTrace& reference, const StepDifference& step,
                      const CellDifference& cell) {
  return fmt::format("{} at {}: expected {}, got {}; {}", which,
                     cell_in_words(reference, *step.reference, cell.row, cell.column),
                     number_text(cell.expected), number_text(cell.actual), gap_in_words(cell.gap));
}

std::string split_text(const StepDifference& step) {
  if (step.given) return "given";
  if (!step.split) return "no split, " + step.unsplit;
  return fmt::format("inherited {}, added {}", distance_text(step.split->inherited),
                     distance_text(step.split->added));
}

std::string message_of(const StepDifference& step) {
  if (!step.unlike.empty()) return step.unlike;
  return fmt::format("{} of {} differ{}, up to {}: {}", step.comparison.differing,
                     count_text(step.comparison.cells, "cell"), step.comparison.differing == 1 ? "s" : "",
                     distance_text(step.comparison.largest.abs), split_text(step));
}

ordered_json data_of(const StepDifference& step) {
  if (!step.unlike.empty()) return {{"unlike", step.unlike}};
  ordered_json data{{"cells", step.comparison.cells},
                    {"differing", step.comparison.differing},
                    {"first", json_of(*step.comparison.first)},
                    {"worst", json_of(*step.comparison.worst)},
                    {"passing", tolerance_data(step.comparison.passing)},
                    {"given", step.given}};
  data["inherited"] = step.split ? json_number(step.split->inherited) : ordered_json();
  data["added"] = step.split ? json_number(step.split->added) : ordered_json();
  data["lacking"] = step.split ? step.split->lacking : std::vector<std::string>();
  data["reference_error"] = step.reference_error ? json_number(*step.reference_error) : ordered_json();
  data["wrong_itself"] = step.given || step.split ? ordered_json(step.is_wrong_itself()) : ordered_json();
  return data;
}

Finding finding_of(const StepDifference& step, const DiffSides& sides, bool in_full) {
  Finding finding{Outcome::failed, step.id, {}, message_of(step), {}, data_of(step)};
  if (!in_full || !step.unlike.empty()) return finding;
  const Comparison& comparison = step.comparison;
  finding.details.push_back(cell_text("the first", sides.reference, step, *comparison.first));
  if (comparison.worst->row != comparison.first->row || comparison.worst->column != comparison.first->column)
    finding.details.push_back(cell_text("the worst", sides.reference, step, *comparison.worst));
  finding.details.push_back("would pass: " + passing_in_words(comparison.passing));
  return finding;
}

void add_missing(Report& report, const TraceDiff& diff, const DiffSides& sides, bool is_failure) {
  const auto text = [](const std::vector<std::string>& ids) {
    return fmt::format("{}: {}", count_text(ids.size(), "step"), listed(ids));
  };
  const std::string only = fmt::format("only in {}: ", sides.reference.path);
  if (!diff.only_in_reference.empty()) {
    if (is_failure)
      report.findings.push_back(
          {Outcome::failed, "", {}, "lacks " + text(diff.only_in_reference), {}, ordered_json::object()});
    else
      report.closing.push_back(only + text(diff.only_in_reference));
  }
  if (!diff.only_in_candidate.empty())
    report.closing.push_back(
        fmt::format("only in {}: {}", sides.candidate.path, text(diff.only_in_candidate)));
}

std::string nonfinite_text(const NonFinite& first, const DiffSides& sides) {
  std::string text =
      fmt::format("first NaN or infinity that {} does not have: {}", sides.reference.path, first.cell);
  for (std::size_t i = 0; i < first.parts.size(); ++i)
    text += fmt::format("{}{}", i == 0 ? " from " : ", ", first.parts[i]);
  if (first.parts.empty() && !first.op.empty()) text += fmt::format(", by {}", first.op);
  if (first.recomputed) text += fmt::format(" ({} lacks this step)", sides.candidate.path);
  return text;
}

/// What is worth a word also where nothing differs.
void close_equal(Report& report, const TraceDiff& diff, const DiffSides& sides) {
  if (const auto options = option_differences(sides.reference, sides.candidate); !options.empty())
    report.closing.push_back("options differ: " + listed(options));
  if (diff.nan_pairs > 0)
    report.closing.push_back(
        fmt::format("NaN in both, which counts as equal: {}", count_text(diff.nan_pairs, "cell")));
}

void close(Report& report, const TraceDiff& diff, const DiffSides& sides) {
  if (diff.asked_and_differing() == 0) return close_equal(report, diff, sides);
  for (std::string& line : culprit_lines(diff, sides)) report.closing.push_back(std::move(line));
  for (const StepDifference& step : diff.differing)
    if (step.reference_error) {
      report.closing.push_back(fmt::format(
          "{} itself: {} is up to {} from what its own operands give; perhaps the reference is wrong",
          sides.reference.path, step.id, distance_text(*step.reference_error)));
      break;
    }
  if (diff.first_nonfinite) report.closing.push_back(nonfinite_text(*diff.first_nonfinite, sides));
  if (const auto options = option_differences(sides.reference, sides.candidate); !options.empty())
    report.closing.push_back("options differ: " + listed(options));
  if (diff.nan_pairs > 0)
    report.closing.push_back(
        fmt::format("NaN in both, which counts as equal: {}", count_text(diff.nan_pairs, "cell")));
}

std::string summary_of(const Report& report, const TraceDiff& diff, const DiffSides& sides, bool all) {
  const std::string tolerance = describe(sides.options.tolerance);
  if (report.outcome == Outcome::ok)
    return fmt::format("ok: {}, {} as in {}, at most {} apart ({})", count_text(diff.steps, "step"),
                       count_text(diff.cells, "number"), sides.reference.path,
                       distance_text(diff.largest.abs), tolerance);
  const std::size_t count = diff.asked_and_differing();
  const std::string differing =
      fmt::format("{} of {} differ{} from {}", count, count_text(diff.steps, "step"),
                  count == 1 || diff.steps == 1 ? "s" : "", sides.reference.path);
  const bool lacks = all && !diff.only_in_reference.empty();
  return fmt::format("failed: {}{} ({})", differing,
                     lacks ? fmt::format(", {} missing", diff.only_in_reference.size()) : "", tolerance);
}

ordered_json data_of(const TraceDiff& diff, const DiffSides& sides) {
  const auto wrong = std::ranges::find_if(diff.differing, &StepDifference::is_wrong_itself);
  ordered_json data{
      {"reference", sides.reference.path},
      {"tolerance", tolerance_data(sides.options.tolerance)},
      {"steps", diff.steps},
      {"cells", diff.cells},
      {"nan_pairs", diff.nan_pairs},
      {"largest", {{"abs", json_number(diff.largest.abs)}, {"ulp", json_number(diff.largest.ulp)}}},
      {"only_in_reference", diff.only_in_reference},
      {"only_in_candidate", diff.only_in_candidate}};
  data["first_wrong"] = wrong == diff.differing.end() ? ordered_json() : ordered_json(wrong->id);
  if (diff.first_nonfinite)
    data["first_nonfinite"] = {{"cell", diff.first_nonfinite->cell},
                               {"op", diff.first_nonfinite->op},
                               {"operands", diff.first_nonfinite->parts}};
  return data;
}

/// Of the first step that differs, and of those that were asked for by name, all is told.
void add_findings(Report& report, const TraceDiff& diff, const DiffSides& sides, bool with_rows) {
  constexpr std::size_t most = 200;
  for (const StepDifference& step : diff.differing) {
    if (!step.asked || report.findings.size() == most) continue;
    const bool in_full = !sides.options.steps.empty() || report.findings.empty();
    Finding finding = finding_of(step, sides, in_full);
    if (with_rows && in_full && step.unlike.empty())
      for (std::string& line : side_by_side(step, sides)) finding.details.push_back(std::move(line));
    report.findings.push_back(std::move(finding));
  }
  if (const std::size_t all = diff.asked_and_differing(); all > most)
    report.findings.push_back({Outcome::failed,
                               "",
                               {},
                               fmt::format("{} more steps differ", all - most),
                               {},
                               ordered_json::object()});
}

}  // namespace

Report report_of(const TraceDiff& diff, const DiffSides& sides, const DiffReportOptions& options) {
  Report report;
  report.name = sides.candidate.path;
  add_findings(report, diff, sides, options.side_by_side);
  close(report, diff, sides);
  add_missing(report, diff, sides, options.all);
  report.outcome = report.findings.empty() ? Outcome::ok : Outcome::failed;
  report.summary = summary_of(report, diff, sides, options.all);
  report.data = data_of(diff, sides);
  return report;
}

}  // namespace attn

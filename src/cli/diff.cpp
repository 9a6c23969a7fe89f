#include "attn/diff.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <filesystem>
#include <memory>
#include <string>
#include <system_error>
#include <vector>

#include "attn/error.hpp"
#include "attn/render.hpp"
#include "cli/colour.hpp"
#include "cli/subcommand.hpp"
#include "cli/tolerance_options.hpp"
#include "cli/words.hpp"
#include "diff/report.hpp"
#include "problem/settings.hpp"
#include "report/report.hpp"
#include "text/visible.hpp"

namespace attn::cli {

namespace {

struct DiffCommand {
  std::string reference;
  std::string candidate;
  ToleranceOptions tolerance;
  std::string steps;
  DiffReportOptions report;
  std::string format = "text";
  std::string output;
  std::string colour = "auto";
};

std::vector<std::string_view> format_names() {
  std::vector<std::string_view> names;
  for (const ReportFormat* format : report_formats()) names.push_back(format->name);
  return names;
}

struct Traces {
  StoredTrace reference;
  StoredTrace candidate;
};

/// A trace that does not say its sizes has those of the other.
Traces read_both(const DiffCommand& command) {
  if (command.reference == "-" && command.candidate == "-")
    throw InputError("-: only one of the two traces can come from standard input");
  Traces traces;
  traces.reference = read_trace(command.reference);
  traces.candidate = read_trace(command.candidate, traces.reference.sizes);
  if (!traces.reference.sizes && traces.candidate.sizes && command.reference != "-")
    traces.reference = read_trace(command.reference, traces.candidate.sizes);
  return traces;
}

void keep_inputs(const DiffCommand& command) {
  for (const std::string& input : {command.reference, command.candidate}) {
    std::error_code missing;  // a file that is not there is none of the traces
    if (std::filesystem::equivalent(input, command.output, missing))
      throw InputError(fmt::format("-o {}: this is one of the traces; it would be lost",
                                   visible(command.output)));
  }
}

int show_diff(const DiffCommand& command) {
  const ReportFormat& format = *report_formats()[index_of("--format", command.format, format_names())];
  const bool colour = wants_colour(command.colour, command.output);
  DiffOptions options;
  options.tolerance = command.tolerance.tolerance(options.tolerance);
  if (!command.steps.empty()) options.steps = step_words("--steps", command.steps);
  const Traces traces = read_both(command);
  const TraceDiff found = diff(traces.reference, traces.candidate, options);
  const Report report = report_of(found, {traces.reference, traces.candidate, options}, command.report);

  keep_inputs(command);
  const bool to_file = !command.output.empty() && command.output != "-";
  const std::unique_ptr<Output> output = to_file ? file_output(command.output) : standard_output();
  const std::unique_ptr<ReportWriter> writer = format.make(*output, {colour, "diff"});
  writer->begin(1);
  writer->add(report);
  writer->end();
  output->commit();
  return static_cast<int>(report.outcome);
}

Action define(CLI::App& app) {
  const auto command = std::make_shared<DiffCommand>();
  app.add_option("REFERENCE", command->reference,
                 "the trace that counts as right: .json or .npz, or - (JSON)")
      ->type_name("")
      ->required();
  app.add_option("CANDIDATE", command->candidate,
                 "the trace that is held against it, whole or in part; arrays of an .npz are called as steps "
                 "are")
      ->type_name("")
      ->required();
  command->tolerance.define(app);
  app.add_option("--steps", command->steps, "only these steps, by name or id: scores,head1.weights")
      ->type_name("LIST")
      ->group("What is compared");
  app.add_flag("--all", command->report.all, "a step that the candidate lacks is a difference")
      ->group("What is compared");
  const auto add = [&](const char* name, std::string& word, const char* type, const char* help) {
    app.add_option(name, word, help)->type_name(type)->group("What is shown");
  };
  app.add_flag("--side-by-side", command->report.side_by_side,
               "the rows that differ, of the first step that does, or of those of --steps")
      ->group("What is shown");
  const std::string formats = fmt::format("{}", fmt::join(format_names(), "|"));
  add("--format", command->format, formats.c_str(), "how the result is written (default: text)");
  add("-o,--output", command->output, "FILE", "writes to a file, which appears whole or not at all");
  add("--color", command->colour, "WHEN",
      "auto (default: on a terminal, unless NO_COLOR is set), always, never");
  return [command] { return show_diff(*command); };
}

}  // namespace

constinit const Subcommand diff_subcommand{
    "diff", "Holds one trace against another: the first step where they part, and who added the error",
    "  attn-calc diff reference.json kernel.npz --rtol 1e-3\n", &define};

}  // namespace attn::cli

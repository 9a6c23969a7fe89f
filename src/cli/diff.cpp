#include "attn/diff.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>
#include <string>

#include "attn/error.hpp"
#include "cli/report_output.hpp"
#include "cli/subcommand.hpp"
#include "cli/tolerance_options.hpp"
#include "cli/words.hpp"
#include "diff/report.hpp"

namespace attn::cli {

namespace {

struct DiffCommand {
  std::string reference;
  std::string candidate;
  ToleranceOptions tolerance;
  std::string steps;
  DiffReportOptions shown;
  ReportOutput report;
};

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

int show_diff(const DiffCommand& command) {
  DiffOptions options;
  options.tolerance = command.tolerance.tolerance().value_or(options.tolerance);
  if (!command.steps.empty()) options.steps = step_words("--steps", command.steps);
  const OpenReport output = command.report.open("diff", {command.reference, command.candidate});
  const Traces traces = read_both(command);
  const TraceDiff found = diff(traces.reference, traces.candidate, options);
  const Report report = report_of(found, {traces.reference, traces.candidate, options}, command.shown);
  output.writer->begin(1);
  output.writer->add(report);
  output.writer->end();
  output.output->commit();
  return static_cast<int>(report.outcome);
}

Action define(CLI::App& app) {
  const auto command = std::make_shared<DiffCommand>();
  app.add_option("REFERENCE", command->reference,
                 "the trace that counts as right: .json or .npz, or - (JSON)")
      ->type_name("FILE")
      ->required();
  app.add_option("CANDIDATE", command->candidate,
                 "the trace that is held against it, whole or in part; arrays of an .npz are called as steps "
                 "are")
      ->type_name("FILE")
      ->required();
  command->tolerance.define(app);
  app.add_option("--steps", command->steps, "only these steps, by name or id: scores,head1.weights")
      ->type_name("STEPS")
      ->group("What is compared");
  app.add_flag("--all", command->shown.all, "a step that the candidate lacks is a difference")
      ->group("What is compared");
  app.add_flag("--side-by-side", command->shown.side_by_side,
               "the rows that differ, of the first step that does, or of those of --steps")
      ->group("How it is written");
  command->report.define(app);
  return [command] { return show_diff(*command); };
}

}  // namespace

constinit const Subcommand diff_subcommand{
    "diff", "Holds one trace against another: the first step where they part, and who added the error",
    "  attn-calc diff reference.json kernel.npz --rtol 1e-3\n", &define};

}  // namespace attn::cli

#include "attn/diagnose.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>
#include <string>
#include <vector>

#include "attn/error.hpp"
#include "attn/render.hpp"
#include "cli/problem_options.hpp"
#include "cli/report_output.hpp"
#include "cli/subcommand.hpp"
#include "cli/tolerance_options.hpp"
#include "diagnose/report.hpp"
#include "text/visible.hpp"

namespace attn::cli {

namespace {

struct Asked {
  ProblemOptions problem;
  ToleranceOptions tolerance;
  ReportOutput report;
  bool pairs = false;
  bool no_pairs = false;
  std::string input_file;  ///< to write the telling input to
};

DiagnoseOptions options_of(const Asked& asked) {
  if (asked.pairs && asked.no_pairs) throw InputError("--pairs: found --no-pairs too; say one of the two");
  DiagnoseOptions options;
  options.tolerance = asked.tolerance.tolerance();
  options.pairs = asked.pairs ? Pairs::always : asked.no_pairs ? Pairs::never : Pairs::if_needed;
  options.arithmetic = asked.problem.execution({}).arithmetic;
  return options;
}

/// The best explanation's input, or that of the first one that has any.
void write_telling_input(const Diagnosis& diagnosis, const std::string& path) {
  for (const Explanation& explanation : diagnosis.explanations) {
    if (explanation.telling_input.empty()) continue;
    const std::unique_ptr<Output> output = path == "-" ? standard_output() : file_output(path);
    output->write(explanation.telling_input);
    output->commit();
    return;
  }
}

int diagnose_problem(const Asked& asked) {
  const DiagnoseOptions options = options_of(asked);
  Reader reader(asked.problem.csv());
  const RawProblem raw = asked.problem.read_raw(reader);
  asked.problem.check(*make_problem(raw), {});
  reader.refuse_to_lose("-o", asked.report.path());
  reader.refuse_to_lose("--write-input", asked.input_file);

  if (!asked.input_file.empty() && asked.input_file == asked.report.path())
    throw InputError(
        fmt::format("--write-input {}: -o writes there too; name two files", visible(asked.input_file)));

  const OpenReport report = asked.report.open("diagnose", {});
  const Diagnosis diagnosis = diagnose(raw, options);
  if (!asked.input_file.empty()) write_telling_input(diagnosis, asked.input_file);
  report.writer->begin(1);
  report.writer->add(report_of(diagnosis, raw.where, asked.input_file));
  report.writer->end();
  report.output->commit();
  return diagnosis.right ? 0 : 1;
}

Action define(CLI::App& app) {
  const auto asked = std::make_shared<Asked>();
  asked->problem.define(app, "all heads are diagnosed; one number alone says how many there are");
  asked->tolerance.define(app);
  asked->tolerance.define_derived(app);
  asked->report.define(app);
  constexpr const char* group = "Which slips are tried";
  app.add_flag("--pairs", asked->pairs, "tries pairs even where a single slip explains the numbers")
      ->group(group);
  app.add_flag("--no-pairs", asked->no_pairs, "tries no pairs (default: where no single slip explains them)")
      ->group(group);
  app.add_option("--write-input", asked->input_file,
                 "writes a problem file on which causes differ that do not differ here")
      ->type_name("FILE")
      ->group("How it is written");
  return [asked] { return diagnose_problem(*asked); };
}

}  // namespace

constinit const Subcommand diagnose_subcommand{
    "diagnose", "Names the convention that explains wrong numbers: those of the problem's `expect`",
    "  attn-calc diagnose kernel-output.json\n", &define};

}  // namespace attn::cli

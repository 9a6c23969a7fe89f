#include "attn/diagnose.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <memory>
#include <string>
#include <vector>

#include "attn/error.hpp"
#include "attn/render.hpp"
#include "cli/problem_options.hpp"
#include "cli/subcommand.hpp"
#include "cli/words.hpp"
#include "diagnose/report.hpp"
#include "problem/settings.hpp"
#include "text/visible.hpp"

namespace attn::cli {

namespace {

struct Asked {
  ProblemOptions problem;
  std::string atol;
  std::string rtol;
  bool pairs = false;
  bool no_pairs = false;
  std::string format = "text";
  std::string output;
  std::string input_file;  ///< to write the telling input to
};

std::vector<std::string_view> format_names() {
  std::vector<std::string_view> names;
  for (const ReportFormat* format : report_formats()) names.push_back(format->name);
  return names;
}

std::optional<double> tolerance_word(const char* option, const std::string& word) {
  if (word.empty()) return std::nullopt;
  const double value = number_word(option, word);
  if (!(value >= 0))
    throw InputError(fmt::format("{}: found {}, expected 0 or more", option, in_quotes(word)));
  return value;
}

DiagnoseOptions options_of(const Asked& asked) {
  if (asked.pairs && asked.no_pairs) throw InputError("--pairs and --no-pairs: say one of the two");
  DiagnoseOptions options;
  options.atol = tolerance_word("--atol", asked.atol);
  options.rtol = tolerance_word("--rtol", asked.rtol);
  options.pairs = asked.pairs ? Pairs::always : asked.no_pairs ? Pairs::never : Pairs::if_needed;
  options.arithmetic = asked.problem.execution().arithmetic;
  return options;
}

void refuse_lost_file(const Reader& reader, const char* option, const std::string& path) {
  if (reader.has_read(path))
    throw InputError(
        fmt::format("{} {}: the problem was read from this file; it would be lost", option, visible(path)));
}

/// The best explanation's input, or that of the first one that has any.
void write_telling_input(const Diagnosis& diagnosis, const std::string& path) {
  for (const Explanation& explanation : diagnosis.explanations) {
    if (explanation.telling_input.empty()) continue;
    const std::unique_ptr<Output> output = file_output(path);
    output->write(explanation.telling_input);
    output->commit();
    return;
  }
}

int diagnose_problem(const Asked& asked) {
  const ReportFormat& format = *report_formats()[index_of("--format", asked.format, format_names())];
  const DiagnoseOptions options = options_of(asked);
  Reader reader(asked.problem.csv());
  const RawProblem raw = asked.problem.read_raw(reader);
  refuse_lost_file(reader, "-o", asked.output);
  refuse_lost_file(reader, "--write-input", asked.input_file);

  const Diagnosis diagnosis = diagnose(raw, options);
  const bool to_stdout = asked.output.empty() || asked.output == "-";
  const std::unique_ptr<Output> output = to_stdout ? standard_output() : file_output(asked.output);
  const std::unique_ptr<ReportWriter> writer = format.make(*output, {.command = "diagnose"});
  writer->begin(1);
  writer->add(report_of(diagnosis, raw.where, asked.input_file.empty()));
  writer->end();
  output->commit();
  if (!asked.input_file.empty()) write_telling_input(diagnosis, asked.input_file);
  return diagnosis.right ? 0 : 1;
}

Action define(CLI::App& app) {
  const auto asked = std::make_shared<Asked>();
  asked->problem.define(app);
  constexpr const char* group = "How it is diagnosed";
  const auto add = [&](const char* name, std::string& word, const char* type, const std::string& help) {
    app.add_option(name, word, help)->type_name(type)->group(group);
  };
  add("--atol", asked->atol, "NUMBER",
      "|difference| <= atol + rtol |expected| is equal (goes over the file)");
  add("--rtol", asked->rtol, "NUMBER",
      "see --atol; default without both: by the numbers, 1e-5 of the largest");
  app.add_flag("--pairs", asked->pairs, "tries pairs of slips even where a single one explains the numbers")
      ->group(group);
  app.add_flag("--no-pairs", asked->no_pairs, "never tries pairs")->group(group);
  const std::string formats = fmt::format("{}", fmt::join(format_names(), "|"));
  add("--format", asked->format, formats.c_str(), "how the report is written (default: text)");
  add("-o,--output", asked->output, "FILE", "writes to a file, which appears whole or not at all");
  add("--write-input", asked->input_file, "FILE",
      "writes a problem on which causes differ that do not differ here");
  return [asked] { return diagnose_problem(*asked); };
}

}  // namespace

constinit const Subcommand diagnose_subcommand{
    "diagnose", "Names the convention that explains wrong numbers: those of the problem's `expect`",
    "  attn-calc diagnose kernel-output.json\n", &define};

}  // namespace attn::cli

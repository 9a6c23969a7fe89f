#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <array>
#include <cmath>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "attn/error.hpp"
#include "attn/evaluate.hpp"
#include "attn/render.hpp"
#include "cli/colour.hpp"
#include "cli/names.hpp"
#include "cli/problem_options.hpp"
#include "cli/progress_bar.hpp"
#include "cli/subcommand.hpp"
#include "cli/words.hpp"
#include "input/decimal.hpp"
#include "problem/settings.hpp"
#include "text/visible.hpp"

namespace attn::cli {

namespace {

/// What `run` was asked to show, and how.
struct RunOptions {
  ProblemOptions problem;
  std::string format = "text";
  std::string output;
  std::string colour = "auto";
  std::string steps;
  std::string batches;
  std::string rows;
  std::string precision = "4";
  bool full = false;
};

int precision_of(const RunOptions& options) {
  constexpr int most = 17;  // a double has no more digits
  return static_cast<int>(whole_number_word("--precision", options.precision, most));
}

Selection selection_of(const RunOptions& options) {
  Selection selection;
  if (!options.steps.empty()) selection.steps = step_words("--steps", options.steps);
  if (!options.batches.empty()) selection.batches = indices_word("--batches", options.batches);
  if (!options.rows.empty()) selection.rows = range_word("--rows", options.rows);
  if (const std::string& heads = options.problem.shown_heads(); !heads.empty())
    selection.heads = indices_word("--heads", heads);
  return selection;
}

std::unique_ptr<Output> output_of(const RunOptions& options, const OutputFormat& format,
                                  const Reader& reader) {
  if (reader.has_read(options.output))
    throw InputError(
        fmt::format("-o {}: the problem was read from this file; it would be lost", visible(options.output)));
  return open_output(format, options.output);
}

/// Takes the progress bar away before the trace comes to the same terminal.
class ClearsBar : public Sink {
 public:
  ClearsBar(std::optional<ProgressBar>& bar, Sink& next) : bar_(bar), next_(next) {}
  void begin(const TraceHeader& header) override { next_.begin(header); }
  bool wants(std::string_view name, const Place& place) const override { return next_.wants(name, place); }
  void step(const Step& step) override {
    bar_.reset();
    next_.step(step);
  }
  void end(const TraceFooter& footer) override {
    bar_.reset();
    next_.end(footer);
  }

 private:
  std::optional<ProgressBar>& bar_;
  Sink& next_;
};

/// Runs the problem with a progress bar, where standard error is a terminal.
void run_in_sight(const Problem& problem, Sink& sink, Execution execution, bool on_terminal) {
  Progress progress;
  std::optional<ProgressBar> bar;
  const char* terminal = std::getenv("TERM");
  const bool can_clear = terminal != nullptr && std::string_view(terminal) != "dumb";
  if (isatty(STDERR_FILENO) == 1 && can_clear) bar.emplace(progress, STDERR_FILENO);
  execution.progress = &progress;
  ClearsBar clears_bar(bar, sink);
  Sink& shown = on_terminal ? clears_bar : sink;
  run(problem, shown, execution);
}

int run_problem(const RunOptions& options) {
  const OutputFormat& format =
      *output_formats()[index_of("--format", options.format, names_of(output_formats()))];
  const RenderOptions render{precision_of(options), options.full,
                             wants_colour(options.colour, options.output.empty())};
  const Selection asked = selection_of(options);
  const Execution execution = options.problem.execution();
  Reader reader(options.problem.csv());
  const std::shared_ptr<const Problem> problem = options.problem.read(reader);
  const Selection selection = resolve(asked, *problem);

  const std::unique_ptr<Output> output = output_of(options, format, reader);
  const std::unique_ptr<Sink> writer = format.make(*output, render);
  SelectingSink sink(selection, *writer);
  run_in_sight(*problem, sink, execution, output->is_terminal());
  output->commit();
  return 0;
}

Action define(CLI::App& app) {
  const auto options = std::make_shared<RunOptions>();
  options->problem.define(app);
  const auto add = [&](const char* name, std::string& word, const std::string& type, const char* help) {
    app.add_option(name, word, help)->type_name(type)->group("What is shown");
  };
  add("--format", options->format, one_of(names_of(output_formats())),
      "how the trace is written (default: text)");
  add("-o,--output", options->output, "FILE|FOLDER",
      "writes to a file (csv: a folder), which appears whole or not at all");
  add("--steps", options->steps, "STEPS", "only these steps, by name or id: scores,head1.weights");
  add("--batches", options->batches, "LIST", "only these batch entries: 0,2 or 0:2");
  add("--rows", options->rows, "RANGE", "only these queries: 0:4, end not included");
  add("--color", options->colour, one_of(colour_words), colour_help);
  add("--precision", options->precision, "N", "decimals in text, 0 to 17 (default 4)");
  app.add_flag("--full", options->full, "shows wide and long matrices whole")->group("What is shown");
  return [options] { return run_problem(*options); };
}

}  // namespace

constinit const Subcommand run_subcommand{
    "run", "Computes a problem and shows every step",
    "  attn-calc run examples/two-tokens.json\n"
    "  attn-calc run --q q.csv --k k.csv --v v.csv --causal --format json -o trace.json\n",
    &define};

}  // namespace attn::cli

#include <fmt/format.h>
#include <fmt/ranges.h>

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
#include "cli/format_options.hpp"
#include "cli/output_path.hpp"
#include "cli/problem_options.hpp"
#include "cli/progress_bar.hpp"
#include "cli/row_words.hpp"
#include "cli/step_words.hpp"
#include "cli/subcommand.hpp"
#include "cli/words.hpp"

namespace attn::cli {

namespace {

/// What `run` was asked to show, and how.
struct RunOptions {
  ProblemOptions problem;
  FormatOptions format;
  std::string output;
  std::string steps;
  std::string batches;
  std::string rows;
};

/// Rows can be tokens of the problem.
Selection selection_of(const RunOptions& options, const Problem& problem, const Naming& naming) {
  Selection selection;
  if (!options.steps.empty()) selection.steps = step_ids_word("--steps", options.steps, naming);
  if (!options.batches.empty())
    selection.batches = indices_word("--batches", options.batches, naming.index_from);
  if (const std::string& heads = options.problem.shown_heads(); !heads.empty())
    selection.heads = indices_word("--heads", heads, naming.index_from);
  if (!options.rows.empty())
    selection.rows = row_words("--rows", options.rows, problem.tokens.query, naming.index_from);
  return selection;
}

/// Throws InputError where the rows have gaps, and the format has no place to say so.
void require_one_stretch(const std::vector<Range>& rows, const OutputFormat& format) {
  if (rows.size() <= 1 || (format.takes & style::gaps) != 0) return;
  std::vector<std::string_view> taken_by;
  for (const OutputFormat* row : output_formats())
    if ((row->takes & style::gaps) != 0) taken_by.push_back(row->name);
  throw InputError(fmt::format(
      "--rows: --format {} holds rows without gaps; choose one range BEGIN:END, or one of the formats {}",
      format.name, fmt::join(taken_by, ", ")));
}

std::unique_ptr<Output> output_of(const RunOptions& options, const OutputFormat& format,
                                  const Reader& reader) {
  reader.refuse_to_lose("-o", options.output);
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
  const OutputFormat& format = options.format.format();
  Reader reader(options.problem.csv());
  const std::shared_ptr<const Problem> problem = options.problem.read(reader);
  const Naming naming = options.format.naming(*problem);
  const Execution execution = options.problem.execution(*problem, naming);
  const auto& by_hand = execution.arithmetic->by_hand;
  const RenderOptions render = options.format.render_options(*problem, is_standard_output(options.output),
                                                             by_hand ? &*by_hand : nullptr);
  const Selection selection = resolve(selection_of(options, *problem, naming), *problem, naming);
  require_one_stretch(selection.rows, format);

  const std::unique_ptr<Output> output = output_of(options, format, reader);
  const std::unique_ptr<Sink> writer = format.make(*output, render);
  TransposingSink transposing(*writer);
  const bool in_columns = options.format.orientation() == Orientation::columns;
  options.problem.remark_on_heads();
  SelectingSink sink(selection, in_columns ? static_cast<Sink&>(transposing) : *writer);
  run_in_sight(*problem, sink, execution, output->is_terminal());
  output->commit();
  return 0;
}

Action define(CLI::App& app) {
  const auto options = std::make_shared<RunOptions>();
  options->problem.define(app, "");
  options->format.define(app);
  const auto add = [&](const char* name, std::string& word, const char* type, const char* help) {
    app.add_option(name, word, help)->type_name(type)->group("What is shown");
  };
  add("-o,--output", options->output, "FILE|FOLDER",
      "writes to a file (csv: a folder), which appears whole or not at all");
  add("--steps", options->steps, "STEPS", "only these steps, by name or id: scores,head1.weights");
  add("--batches", options->batches, "LIST", "only these batch entries: 0,2 or 0:2");
  add("--rows", options->rows, "LIST",
      "only these queries, by number, token or range: cat,2,4:6, end not included");
  return [options] { return run_problem(*options); };
}

}  // namespace

constinit const Subcommand run_subcommand{
    "run", "Computes a problem and shows every step",
    "  attn-calc run examples/two-tokens.json\n"
    "  attn-calc run --q q.csv --k k.csv --v v.csv --causal --format json -o trace.json\n",
    &define};

}  // namespace attn::cli

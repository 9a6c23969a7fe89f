#include "cli/format_options.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <tuple>
#include <vector>

#include "attn/error.hpp"
#include "cli/colour.hpp"
#include "cli/names.hpp"
#include "cli/step_words.hpp"
#include "cli/words.hpp"
#include "problem/settings.hpp"
#include "trace/check_symbols.hpp"

namespace attn::cli {

namespace {

constexpr const char* group = "How it is written";

/// What was not rounded has the decimals of any trace.
StepDecimals printed_as(StepDecimals rounded, int count) {
  if (rounded.count == StepDecimals::all) rounded.count = count;
  return rounded;
}

}  // namespace

void FormatOptions::define(CLI::App& app) {
  app.add_option("--format", format_, "how the trace is written (default: text)")
      ->type_name(one_of(names_of(output_formats())))
      ->group(group);
  define_notation(app);
  define_colour(app);
  app.add_flag("--no-header", no_header_, "the steps alone, without title, sizes and conventions")
      ->group(group);
  app.add_flag("--explain", explain_, "the arithmetic of each cell too, where the problem is small")
      ->group(group);
}

void FormatOptions::define_notation(CLI::App& app) {
  const auto add = [&](const char* name, std::string& word, const std::string& type, const char* help) {
    app.add_option(name, word, help)->type_name(type)->group(group);
  };
  add("-d,--decimals,--precision", decimals_, "N|STEP=N,...",
      "decimals, 0 to 17 (default: those of --round, or 4); of single steps: 4,exp=3,weights=2");
  add("-i,--index-from", index_from_, "0|1",
      "where rows, columns, heads and tiles begin to count, in what is printed and in what is said (default: "
      "0)");
  add("--orientation", orientation_, names<orientations>(),
      "whether tokens are rows (default) or columns: Q Kᵀ or Kᵀ Q");
  add("-n,--names", names_, "STEP=NAME,...",
      "what steps are called: scores=S,weights=A; S,A,Z: scores, weights and output");
  app.add_flag("--full", full_, "shows wide and long matrices whole")->group(group);
}

void FormatOptions::define_colour(CLI::App& app) {
  app.add_option("--color", colour_, colour_help)->type_name(one_of(colour_words))->group(group);
}

bool FormatOptions::colour(bool to_standard_output) const {
  return wants_colour(colour_, to_standard_output);
}

const OutputFormat& FormatOptions::format() const {
  const OutputFormat& format = *output_formats()[index_of("--format", format_, names_of(output_formats()))];
  std::vector<FormatStyles> all;
  for (const OutputFormat* row : output_formats()) all.push_back({row->name, row->takes});
  require_taken(format.name, all);
  return format;
}

void FormatOptions::require_taken(std::string_view format, std::span<const FormatStyles> all) const {
  const unsigned takes = std::ranges::find(all, format, &FormatStyles::name)->takes;
  const std::array said{std::tuple("--decimals", style::decimals, !decimals_.empty()),
                        std::tuple("--index-from", style::index_from, !index_from_.empty()),
                        std::tuple("--orientation", style::orientation, !orientation_.empty()),
                        std::tuple("--names", style::names, !names_.empty()),
                        std::tuple("--color always", style::colour, colour_ == "always"),
                        std::tuple("--full", style::full, full_),
                        std::tuple("--no-header", style::header, no_header_),
                        std::tuple("--explain", style::explain, explain_)};
  for (const auto& [option, asked, is_said] : said) {
    if (!is_said || (takes & asked) != 0) continue;
    std::vector<std::string_view> taken_by;
    for (const FormatStyles& row : all)
      if ((row.takes & asked) != 0) taken_by.push_back(row.name);
    throw InputError(fmt::format(
        "{}: --format {} {}; leave it out, or choose {}", option, format,
        (takes & style::notation) == 0 ? "is for programs, and has every number in full" : "does not take it",
        fmt::join(taken_by, ", ")));
  }
}

Naming FormatOptions::naming(const Problem& problem) const {
  Naming naming;
  if (!index_from_.empty()) naming.index_from = whole_number_word("--index-from", index_from_, 1);
  if (names_.empty()) return naming;
  const GivenNames names = given_names_word("--names", names_);
  check_symbols(names, problem, "--names");
  naming.names = shown_names(names, problem);
  return naming;
}

StepDecimals FormatOptions::decimals(const Problem& problem) const {
  const int unsaid = RenderOptions().decimals.count;
  if (decimals_.empty()) return {.count = unsaid};
  const Naming naming = this->naming(problem);
  return shown_decimals(step_decimals_word("--decimals", decimals_, unsaid, naming), problem, naming,
                        "--decimals");
}

RenderOptions FormatOptions::render_options(const Problem& problem, bool to_standard_output,
                                            const HandRounding* rounded) const {
  if (explain_ && problem.options.backend == Backend::flash)
    throw InputError(
        "--explain: the fused kernel keeps no steps whose arithmetic could be shown; leave it out, or say "
        "--backend reference");
  RenderOptions options;
  options.decimals = decimals(problem);
  if (decimals_.empty() && rounded) {
    options.decimals = printed_as(rounded->decimals, options.decimals.count);
    options.whole_inputs = true;
  }
  const Naming naming = this->naming(problem);
  options.index_from = naming.index_from;
  options.names = naming.names;
  options.header = !no_header_;
  options.full = full_;
  options.explain = explain_;
  options.colour = colour(to_standard_output);
  return options;
}

Orientation FormatOptions::orientation() const {
  if (orientation_.empty()) return Orientation::rows;
  return choice(Setting{"--orientation", orientation_}, orientations);
}

}  // namespace attn::cli

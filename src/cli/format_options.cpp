#include "cli/format_options.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <array>
#include <utility>

#include "attn/error.hpp"
#include "cli/colour.hpp"
#include "cli/names.hpp"
#include "cli/words.hpp"
#include "problem/settings.hpp"

namespace attn::cli {

namespace {

constexpr const char* group = "How it is written";

/// What was not rounded has the decimals of any trace.
StepDecimals printed_as(StepDecimals rounded, int count) {
  if (rounded.count == StepDecimals::all) rounded.count = count;
  return rounded;
}

}  // namespace

bool is_standard_output(const std::string& path) {
  return path.empty() || path == "-";
}

void FormatOptions::define(CLI::App& app) {
  app.add_option("--format", format_, "how the trace is written (default: text)")
      ->type_name(one_of(names_of(output_formats())))
      ->group(group);
  define_notation(app);
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
  add("--index-from", index_from_, "0|1", "where rows, columns and heads begin to count (default: 0)");
  add("--orientation", orientation_, names<orientations>(),
      "whether tokens are rows (default) or columns: Q Kᵀ or Kᵀ Q");
  add("--names", names_, "STEP=NAME,...",
      "what steps are called: scores=S,weights=A; S,A,Z: scores, weights and output");
  add("--color", colour_, one_of(colour_words), colour_help);
  app.add_flag("--full", full_, "shows wide and long matrices whole")->group(group);
}

const OutputFormat& FormatOptions::format() const {
  const OutputFormat& format = *output_formats()[index_of("--format", format_, names_of(output_formats()))];
  if (format.readers == Readers::programs) refuse_notation(format.name);
  return format;
}

void FormatOptions::refuse_notation(std::string_view format) const {
  const std::array said{std::pair("--decimals", !decimals_.empty()),
                        std::pair("--index-from", !index_from_.empty()),
                        std::pair("--orientation", !orientation_.empty()),
                        std::pair("--names", !names_.empty()),
                        std::pair("--no-header", no_header_),
                        std::pair("--explain", explain_)};
  for (const auto& [option, is_said] : said)
    if (is_said)
      throw InputError(fmt::format(
          "{}: --format {} is for programs, and has every number in full; leave it out", option, format));
}

RenderOptions FormatOptions::render_options(bool to_standard_output, const HandRounding* rounded) const {
  RenderOptions options;
  if (!decimals_.empty())
    options.decimals = step_decimals_word("--decimals", decimals_, options.decimals.count);
  else if (rounded)
    options.decimals = printed_as(rounded->decimals, options.decimals.count);
  if (!index_from_.empty()) options.index_from = whole_number_word("--index-from", index_from_, 1);
  if (!names_.empty()) options.names = step_names_word("--names", names_);
  options.header = !no_header_;
  options.full = full_;
  options.explain = explain_;
  options.colour = wants_colour(colour_, to_standard_output);
  return options;
}

Orientation FormatOptions::orientation() const {
  if (orientation_.empty()) return Orientation::rows;
  return choice(Setting{"--orientation", orientation_}, orientations);
}

}  // namespace attn::cli

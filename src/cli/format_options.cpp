#include "cli/format_options.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <array>
#include <string_view>
#include <utility>
#include <vector>

#include "attn/error.hpp"
#include "cli/colour.hpp"
#include "cli/execution_options.hpp"
#include "cli/words.hpp"
#include "problem/settings.hpp"

namespace attn::cli {

namespace {

std::vector<std::string_view> format_names() {
  std::vector<std::string_view> names;
  for (const OutputFormat* format : output_formats()) names.push_back(format->name);
  return names;
}

}  // namespace

bool is_standard_output(const std::string& path) {
  return path.empty() || path == "-";
}

void FormatOptions::define(CLI::App& app) {
  const auto add = [&](const char* name, std::string& word, const std::string& type, const char* help) {
    app.add_option(name, word, help)->type_name(type)->group("How it is written");
  };
  add("--format", format_, fmt::format("{}", fmt::join(format_names(), "|")),
      "how the trace is written (default: text)");
  add("--decimals,--precision", decimals_, "N|STEP=N,...",
      "decimals, 0 to 17 (default 4); of single steps: 4,exp=3,weights=2");
  add("--index-from", index_from_, "0|1", "where rows, columns and heads begin to count (default: 0)");
  add("--orientation", orientation_, names<orientations>(),
      "whether tokens are rows (default) or columns: Q Kᵀ or Kᵀ Q");
  add("--names", names_, "STEP=NAME,...",
      "what steps are called: scores=S,weights=A; S,A,Z: scores, weights and output");
  app.add_flag("--no-header", no_header_, "the steps alone, without title, sizes and conventions")
      ->group("How it is written");
  app.add_flag("--explain", explain_, "the arithmetic of each cell too, where the problem is small")
      ->group("How it is written");
  add("--color", colour_, "WHEN", "auto (default: on a terminal, unless NO_COLOR is set), always, never");
  app.add_flag("--full", full_, "shows wide and long matrices whole")->group("How it is written");
}

const OutputFormat& FormatOptions::format() const {
  const OutputFormat& format = *output_formats()[index_of("--format", format_, format_names())];
  if (format.readers == Readers::people) return format;
  const std::array said{std::pair("--decimals", !decimals_.empty()),
                        std::pair("--index-from", !index_from_.empty()),
                        std::pair("--orientation", !orientation_.empty()),
                        std::pair("--names", !names_.empty()),
                        std::pair("--no-header", no_header_),
                        std::pair("--explain", explain_)};
  for (const auto& [option, is_said] : said)
    if (is_said)
      throw InputError(
          fmt::format("{}: --format {} is for programs, and has every number in full; leave it out", option,
                      format.name));
  return format;
}

RenderOptions FormatOptions::render_options(bool to_standard_output) const {
  RenderOptions options;
  if (!decimals_.empty())
    options.decimals = step_decimals_word("--decimals", decimals_, options.decimals.count);
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
  const std::array known{name_of(orientations, Orientation::rows),
                         name_of(orientations, Orientation::columns)};
  return orientations[index_of("--orientation", orientation_, known)].value;
}

}  // namespace attn::cli

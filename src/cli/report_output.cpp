#include "cli/report_output.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <filesystem>
#include <system_error>

#include "attn/error.hpp"
#include "cli/colour.hpp"
#include "cli/names.hpp"
#include "problem/settings.hpp"
#include "text/visible.hpp"

namespace attn::cli {

void ReportOutput::define(CLI::App& app) {
  const auto add = [&](const char* name, std::string& word, const std::string& type, const char* help) {
    app.add_option(name, word, help)->type_name(type)->group("How it is written");
  };
  add("--format", format_, one_of(names_of(report_formats())), "how the report is written (default: text)");
  add("-o,--output", path_, "FILE", "writes to a file, which appears whole or not at all");
  add("--color", colour_, one_of(colour_words), colour_help);
}

OpenReport ReportOutput::open(const std::string& command, const std::vector<std::string>& inputs) const {
  const ReportFormat& format = *report_formats()[index_of("--format", format_, names_of(report_formats()))];
  if (colour_ == "always" && !format.takes_colour)
    throw InputError(fmt::format("--color always: --format {} has no colours; leave it out", format.name));
  ReportOptions options;
  options.colour = wants_colour(colour_, to_standard_output());
  options.command = command;
  for (const std::string& input : inputs) {
    std::error_code missing;  // a file that is not there is none of the inputs
    const std::string file = input == "-" ? "/dev/stdin" : input;
    if (std::filesystem::equivalent(file, path_, missing))
      throw InputError(fmt::format("-o {}: is read as well; it would be lost", visible(path_)));
  }
  OpenReport report;
  report.output = output_to(path_);
  report.writer = format.make(*report.output, options);
  return report;
}

}  // namespace attn::cli

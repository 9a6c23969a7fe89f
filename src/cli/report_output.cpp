#include "cli/report_output.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <filesystem>
#include <string_view>
#include <system_error>
#include <vector>

#include "attn/error.hpp"
#include "cli/colour.hpp"
#include "problem/settings.hpp"
#include "text/visible.hpp"

namespace attn::cli {

namespace {

std::vector<std::string_view> format_names() {
  std::vector<std::string_view> names;
  for (const ReportFormat* format : report_formats()) names.push_back(format->name);
  return names;
}

}  // namespace

void ReportOutput::define(CLI::App& app) {
  const auto add = [&](const char* name, std::string& word, const std::string& type, const char* help) {
    app.add_option(name, word, help)->type_name(type)->group("How it is written");
  };
  add("--format", format_, fmt::format("{}", fmt::join(format_names(), "|")),
      "how the report is written (default: text)");
  add("-o,--output", path_, "FILE", "writes to a file, which appears whole or not at all");
  add("--color", colour_, "WHEN", "auto (default: on a terminal, unless NO_COLOR is set), always, never");
}

OpenReport ReportOutput::open(const std::string& command, const std::vector<std::string>& inputs) const {
  const ReportFormat& format = *report_formats()[index_of("--format", format_, format_names())];
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
  report.output = to_standard_output() ? standard_output() : file_output(path_);
  report.writer = format.make(*report.output, options);
  return report;
}

}  // namespace attn::cli

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "attn/error.hpp"
#include "cli/own_program.hpp"
#include "cli/report_output.hpp"
#include "cli/subcommand.hpp"
#include "docs/update_pages.hpp"
#include "text/visible.hpp"

namespace attn::cli {

namespace {

namespace fs = std::filesystem;

struct DocsOptions {
  std::vector<std::string> paths;
  std::string directory;
  ReportOutput report;
  bool check = false;
  bool update = false;
  bool force = false;
};

/// Throws where a file could not be written back, or not all that is written.
void require_files(const std::vector<std::string>& paths) {
  std::set<fs::path> known;
  for (const std::string& path : paths) {
    if (path == "-")
      throw InputError("-: standard input has no folder that commands could run in; name a file");
    std::error_code missing;  // said when the file is read
    const fs::path whole = fs::weakly_canonical(path, missing);
    if (!missing && !known.insert(whole).second)
      throw InputError(fmt::format("{}: is named twice; name each file once", visible(path)));
  }
}

/// Throws for options that do not go together, and where --update must not write.
void check_modes(const DocsOptions& options) {
  if (options.check && options.update)
    throw InputError("--check: writes nothing, and --update writes; leave out one of the two");
  if (options.force && !options.update)
    throw InputError("--force: is of --update, which it lets overwrite what was edited by hand");
  const char* ci = std::getenv("CI");
  if (options.update && ci != nullptr && *ci != '\0')
    throw InputError(
        "--update: not where CI is set: a check that writes what it expects passes whatever is computed");
  std::error_code missing;
  if (!options.directory.empty() && !fs::is_directory(options.directory, missing))
    throw InputError(fmt::format("--directory {}: found no folder of that name", visible(options.directory)));
}

PageSettings settings_of(const DocsOptions& options) {
  PageSettings settings;
  settings.update = options.update;
  settings.force = options.force;
  settings.directory = options.directory;
  if (!options.report.to_standard_output()) settings.report = options.report.path();
  settings.run = run_own_program;
  for (const Subcommand* subcommand : subcommands())
    if (subcommand->prints) settings.subcommands.push_back(subcommand->name);
  return settings;
}

int do_docs(const DocsOptions& options) {
  check_modes(options);
  require_files(options.paths);
  const OpenReport report = options.report.open("docs", options.paths);
  report.writer->begin(options.paths.size());
  const PageSettings settings = settings_of(options);
  const std::vector<CheckedPage> pages =
      options.update ? update_pages(options.paths, settings) : check_pages(options.paths, settings);
  Outcome worst = Outcome::ok;
  for (const CheckedPage& page : pages) {
    report.writer->add(page.report);
    worst = std::max(worst, page.report.outcome);
  }
  report.writer->end();
  report.output->commit();
  return static_cast<int>(worst);
}

Action define(CLI::App& app) {
  const auto options = std::make_shared<DocsOptions>();
  app.add_option("files", options->paths, "Markdown files")->type_name("FILE.md")->required();
  const auto add_flag = [&](const char* name, bool& flag, const char* help) {
    app.add_flag(name, flag, help)->group("How files are checked");
  };
  add_flag("--check", options->check, "shows what is not true any more, and writes nothing (the default)");
  add_flag("--update", options->update, "writes what the commands print into their blocks and files");
  add_flag("--force", options->force, "with --update: also over what was written by hand");
  app.add_option("--directory", options->directory, "where commands run (default: where their file is)")
      ->type_name("DIR")
      ->group("How files are checked");
  options->report.define(app);
  return [options] { return do_docs(*options); };
}

}  // namespace

constinit const Subcommand docs_subcommand{"docs", "Keeps what attn-calc prints true in Markdown files",
                                           "  attn-calc docs --directory . README.md docs/*.md\n"
                                           "  attn-calc docs --update README.md\n",
                                           &define, false};

}  // namespace attn::cli

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "attn/error.hpp"
#include "attn/render.hpp"
#include "check/check_file.hpp"
#include "cli/execution_options.hpp"
#include "cli/names.hpp"
#include "cli/report_output.hpp"
#include "cli/subcommand.hpp"
#include "cli/tolerance_options.hpp"
#include "cli/words.hpp"
#include "flash/parallel.hpp"
#include "problem/settings.hpp"
#include "text/visible.hpp"

namespace attn::cli {

namespace {

namespace fs = std::filesystem;

struct CheckOptions {
  std::vector<std::string> paths;
  ExecutionOptions execution;
  ToleranceOptions tolerance;
  ReportOutput report;
  std::string compare;
  std::string trace;
  std::string jobs;
  std::string record;
  std::string decimals;
  bool strict = false;
  bool fail_fast = false;
  bool update = false;
};

/// The problem files of a folder and of those in it, sorted; what begins with a dot is left out.
std::vector<std::string> files_of(const std::string& folder) {
  std::vector<std::string> files;
  std::error_code error;
  auto entry = fs::recursive_directory_iterator(folder, error);
  for (; !error && entry != fs::recursive_directory_iterator(); entry.increment(error)) {
    std::error_code dangling;  // a link to nothing, or to itself, is no file
    const bool is_hidden = entry->path().filename().string().starts_with('.');
    if (entry->is_directory(dangling) && is_hidden) entry.disable_recursion_pending();
    if (entry->is_regular_file(dangling) && !is_hidden && entry->path().extension() == ".json")
      files.push_back(entry->path().string());
  }
  if (error) throw InputError(fmt::format("{}: cannot be read: {}", visible(folder), error.message()));
  if (files.empty()) throw InputError(fmt::format("{}: has no problem files (*.json)", visible(folder)));
  std::ranges::sort(files);
  return files;
}

/// Each file once: two that write one file at a time would undo each other.
void drop_duplicates(std::vector<std::string>& files) {
  std::set<fs::path> known;
  std::erase_if(files, [&](const std::string& file) {
    std::error_code missing;
    const fs::path whole = fs::weakly_canonical(file, missing);
    return !missing && !known.insert(whole).second;
  });
}

std::vector<std::string> files_of(const CheckOptions& options) {
  std::vector<std::string> files;
  for (const std::string& path : options.paths) {
    std::error_code missing;
    if (std::ranges::find(precisions, path, &Choice<Precision>::name) != precisions.end() &&
        !fs::exists(path, missing))
      throw InputError(fmt::format("{}: no such file; --derived is written --derived={}", path, path));
    if (path != "-" && fs::is_directory(path, missing)) {
      std::ranges::copy(files_of(path), std::back_inserter(files));
    } else {
      files.push_back(path);
    }
  }
  if (options.update || !options.record.empty()) drop_duplicates(files);
  return files;
}

/// Throws where something is said of a comparison that is not made.
void require_comparison(const CheckOptions& options) {
  const bool writes = options.update || !options.record.empty();
  const bool in_digits = options.compare == name_of(compares, Compare::as_written);
  const bool within = options.compare == name_of(compares, Compare::tolerance);
  const auto refuse = [](std::string_view option, std::string_view why) {
    throw InputError(fmt::format("{}: {}; leave out one of the two", option, why));
  };
  const char* const tolerance = options.tolerance.said();
  const char* const said = tolerance                  ? tolerance
                           : options.strict           ? "--strict"
                           : !options.compare.empty() ? "--compare"
                                                      : nullptr;
  if (writes && said)
    refuse(said, options.update ? "--update compares nothing" : "--record compares nothing");
  if (in_digits && tolerance) refuse(tolerance, "--compare as-written holds numbers to their digits");
  if (options.strict && within) refuse("--strict", "is of as-written, not of --compare tolerance");
  if (options.strict && !options.trace.empty())
    refuse("--strict", "is of as-written, and --expect is a trace");
}

/// Throws for options that do not go together, and where --update or --record must not write.
void check_modes(const CheckOptions& options, const std::vector<std::string>& files) {
  require_comparison(options);
  const bool writes = options.update || !options.record.empty();
  if (options.update && !options.record.empty())
    throw InputError(
        "--record: writes a first expectation, --update an existing one; leave out one of the two");
  if (writes && !options.trace.empty())
    throw InputError(fmt::format("--expect: {} writes what is computed; leave out one of the two",
                                 options.update ? "--update" : "--record"));
  if (!options.decimals.empty() && options.record.empty())
    throw InputError("--decimals: is of --record; --update writes as many digits as there are");
  const char* ci = std::getenv("CI");
  if (writes && ci != nullptr && *ci != '\0')
    throw InputError(
        fmt::format("{}: not where CI is set: a check that writes what it expects passes whatever is "
                    "computed",
                    options.update ? "--update" : "--record"));
  if (writes && std::ranges::find(files, "-") != files.end())
    throw InputError("-: standard input cannot be written; name a file");
  if (!options.trace.empty() && options.compare == name_of(compares, Compare::as_written))
    throw InputError(
        "--expect: a trace has no digits that numbers could be held to; leave out --compare as-written");
  if (!options.trace.empty() && files.size() != 1)
    throw InputError(
        fmt::format("--expect: found {} problem files, expected one for one trace", files.size()));
}

CheckSettings settings_of(const CheckOptions& options) {
  CheckSettings settings;
  settings.prepare = [&options](RawProblem& raw) { options.execution.override_settings(raw); };
  settings.fit = [&options](Execution& execution, const Problem& problem) {
    options.execution.fit(execution, problem);
  };
  settings.execution = options.execution.execution();
  settings.tolerance = options.tolerance.tolerance();
  if (!options.compare.empty()) settings.compare = choice(Setting{"--compare", options.compare}, compares);
  settings.trace = options.trace;
  settings.strict = options.strict;
  if (!options.report.to_standard_output()) settings.output = options.report.path();
  return settings;
}

/// Takes reports as they are ready, and hands them on in the order of the files.
class InOrder {
 public:
  InOrder(std::size_t count, ReportWriter& writer, bool fail_fast)
      : reports_(count), writer_(writer), fail_fast_(fail_fast) {}

  void put(std::size_t index, Report report) {
    const std::lock_guard lock(mutex_);
    reports_[index] = std::move(report);
    while (next_ < reports_.size() && reports_[next_] && !stopped_) {
      worst_ = std::max(worst_, reports_[next_]->outcome);
      stopped_ = fail_fast_ && reports_[next_]->outcome != Outcome::ok;
      writer_.add(*reports_[next_]);
      reports_[next_++].reset();
    }
  }
  bool stopped() const { return stopped_; }
  Outcome worst() const { return worst_; }

 private:
  std::vector<std::optional<Report>> reports_;
  ReportWriter& writer_;
  bool fail_fast_;
  std::mutex mutex_;
  std::size_t next_ = 0;
  std::atomic<bool> stopped_ = false;
  Outcome worst_ = Outcome::ok;
};

std::size_t jobs_of(const CheckOptions& options) {
  constexpr std::size_t most = 1024;
  const std::size_t said = options.jobs.empty() ? 0 : whole_number_word("--jobs", options.jobs, most);
  return said == 0 ? available_cores() : said;
}

Report do_file(const std::string& path, const CheckOptions& options, const CheckSettings& settings) {
  if (options.update) return update_file(path, settings);
  if (options.record.empty()) return check_file(path, settings);
  constexpr std::size_t most_decimals = 17;
  std::optional<int> decimals;
  if (!options.decimals.empty())
    decimals = static_cast<int>(whole_number_word("--decimals", options.decimals, most_decimals));
  return record_file(path, step_words("--record", options.record), decimals, settings);
}

int check_problems(const CheckOptions& options) {
  const std::vector<std::string> files = files_of(options);
  check_modes(options, files);
  CheckSettings settings = settings_of(options);
  const auto jobs = static_cast<unsigned>(std::min(jobs_of(options), files.size()));
  if (jobs > 1 && settings.execution.flash.threads == 0) settings.execution.flash.threads = 1;
  std::vector<std::string> inputs = files;
  if (!options.trace.empty()) inputs.push_back(options.trace);
  const OpenReport report = options.report.open("check", inputs);
  report.writer->begin(files.size());
  InOrder reports(files.size(), *report.writer, options.fail_fast);
  for_each_item(files.size(), jobs, [&](std::size_t index, unsigned) {
    if (!reports.stopped()) reports.put(index, do_file(files[index], options, settings));
  });
  report.writer->end();
  report.output->commit();
  return static_cast<int>(reports.worst());
}

Action define(CLI::App& app) {
  const auto options = std::make_shared<CheckOptions>();
  app.add_option("files", options->paths, "problem files with `expect`, folders of them; - is standard input")
      ->type_name("FILE|DIR")
      ->required();
  const auto add = [&](const char* name, std::string& word, const std::string& type, const char* help) {
    app.add_option(name, word, help)->type_name(type)->group("What is compared");
  };
  add("--expect", options->trace, "TRACE",
      "a trace (JSON or npz) is expected, instead of what the file expects");
  add("--compare", options->compare, names<compares>(), "instead of the file's `compare`");
  options->tolerance.define(app);
  options->tolerance.define_derived(app);
  app.add_flag("--strict", options->strict, "as-written: what was rounded on the way fails too")
      ->group("What is compared");
  options->report.define(app);
  const auto add_flag = [&](const char* name, bool& flag, const char* help) {
    app.add_flag(name, flag, help)->group("How files are checked");
  };
  app.add_option("--jobs", options->jobs, "files at a time (default: one for each core)")
      ->type_name("N")
      ->group("How files are checked");
  add_flag("--fail-fast", options->fail_fast, "stops after the first file that fails");
  add_flag("--update", options->update, "writes what is computed into `expect`, digit for digit");
  app.add_option("--record", options->record, "writes a first `expect` of these steps")
      ->type_name("STEPS")
      ->group("How files are checked");
  app.add_option("--decimals", options->decimals,
                 "digits behind the point that --record writes (default: all)")
      ->type_name("N")
      ->group("How files are checked");
  options->execution.define(app);
  return [options] { return check_problems(*options); };
}

}  // namespace

constinit const Subcommand check_subcommand{
    "check", "Holds problems against what they expect, and finds the first wrong number",
    "  attn-calc check examples\n"
    "  attn-calc check examples/two-tokens.json --format junit -o report.xml\n",
    &define};

}  // namespace attn::cli

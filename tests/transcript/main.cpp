// Runs the console blocks of documents and holds what they print against what they show. How blocks are
// written: CONTRIBUTING.md, or self-test beside this file.

#include <fmt/format.h>
#include <stdlib.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <fstream>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "shell.hpp"
#include "transcript.hpp"

namespace fs = std::filesystem;
using namespace transcript;

namespace {

constexpr std::string_view usage =
    "usage: transcripts [--bin DIR] [--examples DIR] [--seconds N] [--update] FILE_OR_FOLDER...\n"
    "Runs each ```console block of .md files, and each .txt file as one block.\n"
    "  --bin DIR       stands first on PATH\n"
    "  --examples DIR  copied as examples/ into the folder that the commands of a file run in\n"
    "  --seconds N     time limit of one command (default 20)\n"
    "  --update        write what the commands print into the files (not where CI is set)\n";

struct Settings {
  fs::path bin;
  fs::path examples;
  std::chrono::seconds limit{20};
  bool update = false;
  std::vector<fs::path> files;
};

struct Counts {
  std::size_t passed = 0;
  std::size_t failed = 0;
  std::size_t updated = 0;
  std::size_t not_run = 0;
};

bool is_transcript(const fs::path& path) {
  return path.extension() == ".md" || path.extension() == ".txt";
}

/// A page that is not written yet is no error; that nothing at all was run is one (see main).
void add_files(const fs::path& path, std::vector<fs::path>& files) {
  if (fs::is_regular_file(path)) files.push_back(path);
  if (!fs::is_directory(path)) return;
  std::vector<fs::path> found;
  for (const auto& entry : fs::recursive_directory_iterator(path))
    if (entry.is_regular_file() && is_transcript(entry.path())) found.push_back(entry.path());
  std::sort(found.begin(), found.end());
  files.insert(files.end(), found.begin(), found.end());
}

Settings parse_arguments(std::span<const char* const> arguments) {
  Settings settings;
  for (std::size_t i = 1; i < arguments.size(); ++i) {
    const std::string_view argument = arguments[i];
    const auto value = [&] {
      return ++i < arguments.size() ? arguments[i] : throw std::runtime_error("no value");
    };
    if (argument == "--update")
      settings.update = true;
    else if (argument == "--bin")
      settings.bin = fs::absolute(value());
    else if (argument == "--examples")
      settings.examples = fs::absolute(value());
    else if (argument == "--seconds")
      settings.limit = std::chrono::seconds(std::stoi(value()));
    else if (argument.starts_with("-"))
      throw std::runtime_error(fmt::format("{}: unknown option", argument));
    else
      add_files(argument, settings.files);
  }
  return settings;
}

/// The same for everyone: what a person's shell is set to must not show in an output.
void set_environment(const fs::path& bin) {
  const char* path = ::getenv("PATH");
  if (!bin.empty())
    ::setenv("PATH", fmt::format("{}:{}", bin.string(), path ? path : "/usr/bin:/bin").c_str(), 1);
  ::setenv("LC_ALL", "C.UTF-8", 1);
  ::unsetenv("NO_COLOR");
  ::unsetenv("CI");  // for the commands; whether this program may update was decided before
}

Lines read_lines(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  Lines lines;
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  if (in.bad()) throw std::runtime_error("cannot be read");
  return lines;
}

/// Whole or not at all: the old file stands until the new one is complete.
void write_lines(const fs::path& path, const Lines& lines) {
  fs::path next = path;
  next += ".new";
  {
    std::ofstream out(next, std::ios::binary);
    for (const auto& line : lines) out << line << '\n';
    if (!out.flush()) throw std::runtime_error("cannot be written");
  }
  fs::rename(next, path);
}

Transcript parse(const fs::path& path, Lines lines) {
  return path.extension() == ".md" ? parse_markdown(std::move(lines)) : parse_text(std::move(lines));
}

Lines expectation(const Transcript& transcript, const Command& command) {
  const auto begin = transcript.lines.begin();
  return {begin + static_cast<std::ptrdiff_t>(command.output_begin),
          begin + static_cast<std::ptrdiff_t>(command.output_end)};
}

/// What differs as one hunk, with up to three lines around it.
void print_difference(const fs::path& path, const Command& command, const Lines& expected,
                      const Lines& actual) {
  const std::size_t shorter = std::min(expected.size(), actual.size());
  std::size_t same_before = 0;
  while (same_before < shorter && expected[same_before] == actual[same_before]) ++same_before;
  std::size_t same_after = 0;
  while (same_after < shorter - same_before &&
         expected[expected.size() - same_after - 1] == actual[actual.size() - same_after - 1])
    ++same_after;

  const auto print = [](char mark, const Lines& lines, std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) fmt::print("{}{}\n", mark, lines[i]);
  };
  const std::size_t expected_end = expected.size() - same_after;
  fmt::print("{}:{}: $ {}\n", path.string(), command.output_begin + same_before + 1, command.shell);
  print(' ', expected, same_before - std::min<std::size_t>(same_before, 3), same_before);
  print('-', expected, same_before, expected_end);
  print('+', actual, same_before, actual.size() - same_after);
  print(' ', expected, expected_end, expected_end + std::min<std::size_t>(same_after, 3));
}

/// Where an output looks like a command or closes its block, the file would no longer say what was run.
bool still_reads_the_same(const fs::path& path, const Lines& updated, const Transcript& before) try {
  const Transcript after = parse(path, updated);
  return std::equal(before.commands.begin(), before.commands.end(), after.commands.begin(),
                    after.commands.end(),
                    [](const Command& a, const Command& b) { return a.shell == b.shell; });
} catch (const FormatError&) {
  return false;
}

void update(const fs::path& path, const Transcript& transcript, const std::vector<Lines>& actual) {
  Lines updated;
  std::size_t copied = 0;  // lines of the old file
  const auto line = [&](std::size_t i) { return transcript.lines.begin() + static_cast<std::ptrdiff_t>(i); };
  for (std::size_t i = 0; i < actual.size(); ++i) {
    updated.insert(updated.end(), line(copied), line(transcript.commands[i].output_begin));
    updated.insert(updated.end(), actual[i].begin(), actual[i].end());
    copied = transcript.commands[i].output_end;
  }
  updated.insert(updated.end(), line(copied), transcript.lines.end());
  if (!still_reads_the_same(path, updated, transcript))
    throw std::runtime_error("an output would be read as a command or as the end of its block; not updated");
  write_lines(path, updated);
}

void run_file(const fs::path& path, const Settings& settings, Counts& counts) {
  const Transcript transcript = parse(path, read_lines(path));
  counts.not_run += transcript.blocks_not_run;
  const TemporaryFolder folder;
  if (fs::is_directory(settings.examples))
    fs::copy(settings.examples, folder.path() / "examples", fs::copy_options::recursive);

  std::vector<Lines> shown;  // per command, as the file should show it
  std::size_t differing = 0;
  for (const Command& command : transcript.commands) {
    const Outcome outcome = run_shell(command.shell, folder.path(), settings.limit);
    const Lines expected = expectation(transcript, command);
    shown.push_back(as_shown(outcome.output, outcome.status));
    if (!outcome.cut_short.empty()) {
      fmt::print("{}:{}: $ {}\n{}\n", path.string(), command.line + 1, command.shell, outcome.cut_short);
      shown.back() = expected;
      ++counts.failed;
    } else if (shown.back() == expected) {
      ++counts.passed;
    } else if (settings.update) {
      ++differing;
    } else {
      print_difference(path, command, expected, shown.back());
      ++counts.failed;
    }
  }
  if (differing == 0) return;
  update(path, transcript, shown);
  counts.updated += differing;
}

/// A file that cannot be run counts as one failure; the others run all the same.
void try_file(const fs::path& path, const Settings& settings, Counts& counts) {
  try {
    run_file(path, settings, counts);
    return;
  } catch (const FormatError& error) {
    fmt::print("{}:{}: {}\n", path.string(), error.line + 1, error.what());
  } catch (const std::exception& error) {
    fmt::print("{}: {}\n", path.string(), error.what());
  }
  ++counts.failed;
}

int run_all(const Settings& settings) {
  Counts counts;
  for (const fs::path& path : settings.files) try_file(path, settings, counts);
  if (counts.not_run > 0) fmt::print("{} blocks not run, by their own words\n", counts.not_run);
  if (counts.updated > 0) fmt::print("{} updated\n", counts.updated);
  if (counts.passed + counts.failed + counts.updated == 0) {
    fmt::print("no command was run: no console block in what was given\n");
    counts.failed = 1;
  }
  fmt::print("{} passed, {} failed\n", counts.passed, counts.failed);
  return counts.failed == 0 ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) try {
  const Settings settings = parse_arguments({argv, static_cast<std::size_t>(argc)});
  if (settings.update && ::getenv("CI") != nullptr)
    throw std::runtime_error("--update is for people: where CI is set, outputs are checked");
  set_environment(settings.bin);
  return run_all(settings);
} catch (const std::exception& error) {
  fmt::print(stderr, "transcripts: {}\n{}", error.what(), usage);
  return 2;
}

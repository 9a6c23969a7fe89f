#include "transcript.hpp"

#include <fmt/format.h>

#include <sstream>
#include <string_view>
#include <utility>

namespace transcript {
namespace {

constexpr std::string_view not_run = "<!-- not run";

std::string_view trimmed(std::string_view text) {
  const auto first = text.find_first_not_of(" \t");
  if (first == text.npos) return {};
  return text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

/// The run of three or more backticks or tildes that begins a line; empty where there is none.
std::string_view fence_of(std::string_view line) {
  line = trimmed(line);
  if (!line.starts_with("```") && !line.starts_with("~~~")) return {};
  return line.substr(0, line.find_first_not_of(line[0]));
}

bool closes(std::string_view line, std::string_view fence) {
  return trimmed(line) == fence_of(line) && fence_of(line).starts_with(fence);
}

void check_reason(std::size_t at, std::string_view comment) {
  std::string_view reason = comment.substr(not_run.size());
  if (!reason.starts_with(':') || !reason.ends_with("-->") ||
      trimmed(reason.substr(1, reason.size() - 4)).empty())
    throw FormatError(at, "expected a reason, on one line: <!-- not run: reason -->");
}

/// A prompt "> " is part of the command only where a heredoc is open: it may begin an output too.
bool continues(std::string_view shell, std::string_view next) {
  const bool heredoc = shell.find("<<") != shell.npos;
  return shell.ends_with('\\') || (heredoc && (next == ">" || next.starts_with("> ")));
}

std::string_view without_prompt(std::string_view line) {
  if (line == ">") return {};
  return line.starts_with("> ") ? line.substr(2) : line;
}

/// Reads the commands in lines [i, end).
void read_block(Transcript& transcript, std::size_t i, std::size_t end) {
  const Lines& lines = transcript.lines;
  while (i < end && lines[i].starts_with('#')) ++i;  // what the block is about
  if (i == end || !lines[i].starts_with("$ "))
    throw FormatError(i, "expected a command (a line that begins with \"$ \") before any output");
  while (i < end) {
    Command command;
    command.line = i;
    command.shell = lines[i++].substr(2);
    for (; i < end && continues(command.shell, lines[i]); ++i)
      command.shell.append("\n").append(without_prompt(lines[i]));
    command.output_begin = i;
    while (i < end && !lines[i].starts_with("$ ")) ++i;
    command.output_end = i;
    transcript.commands.push_back(std::move(command));
  }
}

}  // namespace

Transcript parse_text(Lines lines) {
  Transcript transcript;
  transcript.lines = std::move(lines);
  read_block(transcript, 0, transcript.lines.size());
  return transcript;
}

Transcript parse_markdown(Lines lines) {
  Transcript transcript;
  transcript.lines = std::move(lines);
  bool excused = false;  // the last line that is not blank says "not run"
  for (std::size_t i = 0; i < transcript.lines.size(); ++i) {
    const std::string& line = transcript.lines[i];
    if (trimmed(line).empty()) continue;
    // Fences of every language are followed: a console block that is quoted in a longer fence is text.
    const std::string_view fence = fence_of(line);
    const bool console = !fence.empty() && trimmed(line).substr(fence.size()) == "console";
    if (excused && !console) throw FormatError(i, "expected a console block after \"not run\"");
    if (console && line[0] != fence[0])
      throw FormatError(i, "a console block is not indented, so that it can be run");
    if (!fence.empty()) {
      const std::size_t begin = i + 1;
      while (++i < transcript.lines.size() && !closes(transcript.lines[i], fence)) continue;
      if (i == transcript.lines.size()) throw FormatError(begin - 1, "the block is not closed");
      if (console && !excused) read_block(transcript, begin, i);
      if (excused) ++transcript.blocks_not_run;
    }
    excused = fence.empty() && line.starts_with(not_run);
    if (excused) check_reason(i, line);
  }
  return transcript;
}

Lines as_shown(const std::string& output, int status) {
  Lines lines;
  std::istringstream in(output);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  if (!output.empty() && output.back() != '\n') lines.emplace_back("[no newline at end]");
  if (status != 0) lines.push_back(fmt::format("[exit {}]", status));
  return lines;
}

}  // namespace transcript

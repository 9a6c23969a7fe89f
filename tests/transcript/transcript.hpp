#pragma once

#include <cstddef>
#include <stdexcept>
#include <string>
#include <vector>

/// Transcripts: shell sessions in documents, with what they are expected to print.
namespace transcript {

using Lines = std::vector<std::string>;

/// Line numbers count from 0.
struct Command {
  std::size_t line = 0;
  std::string shell;
  /// Lines of the file that hold the expectation: [output_begin, output_end). What cannot be seen in an
  /// output is spelled out there in its last lines: "[no newline at end]", "[exit 2]".
  std::size_t output_begin = 0;
  std::size_t output_end = 0;
};

struct Transcript {
  Lines lines;
  std::vector<Command> commands;
  std::size_t blocks_not_run = 0;
};

struct FormatError : std::runtime_error {
  FormatError(std::size_t at, const std::string& message) : std::runtime_error(message), line(at) {}
  std::size_t line;
};

/// Every console block of a Markdown file, in order.
Transcript parse_markdown(Lines lines);
/// The whole file is one block.
Transcript parse_text(Lines lines);

/// Output and exit status as a transcript shows them.
Lines as_shown(const std::string& output, int status);

}  // namespace transcript

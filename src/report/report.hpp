#pragma once

#include <cstddef>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "attn/render.hpp"

namespace attn {

/// How a comparison ended. In order of weight; also the exit status.
enum class Outcome { ok, failed, error };

// NOLINTBEGIN(bugprone-exception-escape): the JSON library checks itself where it moves, by an exception that
// cannot come.

/// One thing that is wrong (or, with `weight` ok, worth a word), and where.
struct Finding {
  Outcome weight = Outcome::failed;
  std::string step;                  ///< id; empty: of the whole file
  std::optional<std::size_t> line;   ///< in the file, from 1
  std::string message;               ///< one line, without the file or the step in front
  std::vector<std::string> details;  ///< more lines
  nlohmann::ordered_json data;       ///< the same for programs; an object
};

/// What a comparison of one file, or of two traces, has found.
struct Report {
  std::string name;  ///< the file as it was named
  Outcome outcome = Outcome::ok;
  std::string summary;  ///< one line: "ok: 3 steps, 24 numbers"; or the error, which says where itself
  std::vector<Finding> findings;
  std::vector<std::string> closing;  ///< lines after the findings
  nlohmann::ordered_json data;       ///< the whole for programs, `findings` aside; an object
};

// NOLINTEND(bugprone-exception-escape)

/// A number as JSON has it: "inf", "-inf" and "nan" as strings.
nlohmann::ordered_json json_number(double value);

struct ReportOptions {
  bool colour = false;  ///< text: ANSI colours
  std::string command;  ///< the subcommand: names the test suite
};

/// Writes reports, one at a time, as they come.
class ReportWriter {
 public:
  virtual ~ReportWriter() = default;
  /// Before the first one; `count` reports will follow, unless a failure ends the run early.
  virtual void begin(std::size_t /*count*/) {}
  virtual void add(const Report& report) = 0;
  virtual void end() {}
};

/// A row of the table of report formats.
struct ReportFormat {
  std::string_view name;
  std::string_view help;
  std::unique_ptr<ReportWriter> (*make)(Output& output, const ReportOptions& options);
  std::string_view fence = "text";  ///< the language of the fenced code that holds it in Markdown
  bool takes_colour = false;
};

std::span<const ReportFormat* const> report_formats();

}  // namespace attn

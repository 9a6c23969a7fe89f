#include <fmt/format.h>

#include <string>
#include <string_view>

#include "render/json/text.hpp"
#include "report/formats.hpp"
#include "report/lines.hpp"
#include "text/visible.hpp"

namespace attn {
namespace {

// testanything.org/tap-version-14-specification.html

/// A description: '#' would begin a directive, and '\' escapes.
std::string escaped(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '#' || c == '\\') out += '\\';
    out += c;
  }
  return out;
}

/// A line of a YAML block: "  key: "text"". JSON strings are YAML's double-quoted ones.
void append_scalar(fmt::memory_buffer& out, std::string_view key, std::string_view text) {
  append_text(out, key);
  append_json_string(out, text);
  out.push_back('\n');
}

void append_list(fmt::memory_buffer& out, std::string_view indent, std::string_view key,
                 const std::vector<std::string>& lines) {
  if (lines.empty()) return;
  fmt::format_to(fmt::appender(out), "{}{}:\n", indent, key);
  for (const std::string& line : lines) append_scalar(out, fmt::format("{}  - ", indent), visible(line));
}

void append_finding(fmt::memory_buffer& out, const Finding& finding) {
  append_scalar(out, "    - message: ", visible(finding.message));
  if (!finding.step.empty()) append_scalar(out, "      step: ", visible(finding.step));
  if (finding.line) fmt::format_to(fmt::appender(out), "      line: {}\n", *finding.line);
  append_list(out, "      ", "details", finding.details);
}

void append_diagnostics(fmt::memory_buffer& out, const Report& report) {
  append_text(out, "  ---\n");
  append_scalar(out, "  message: ", visible(report.summary));
  append_text(out, report.outcome == Outcome::error ? "  severity: error\n" : "  severity: fail\n");
  if (!report.findings.empty()) append_text(out, "  findings:\n");
  for (const Finding& finding : report.findings) append_finding(out, finding);
  append_list(out, "  ", "closing", report.closing);
  append_text(out, "  ...\n");
}

class TapReport : public ReportWriter {
 public:
  explicit TapReport(Output& output) : output_(output) {}

  /// The plan stands in front: a run that breaks off has fewer tests than it says, which is a failure.
  void begin(std::size_t count) override {
    planned_ = count;
    output_.write(fmt::format("TAP version 14\n1..{}\n", count));
  }

  void add(const Report& report) override {
    ++number_;
    const bool is_ok = report.outcome == Outcome::ok;
    fmt::memory_buffer out;
    fmt::format_to(fmt::appender(out), "{} {} - {}\n", is_ok ? "ok" : "not ok", number_,
                   escaped(visible(report.name)));
    if (is_ok)
      fmt::format_to(fmt::appender(out), "# {}\n", visible(report.summary));
    else
      append_diagnostics(out, report);
    output_.write({out.data(), out.size()});
  }

  void end() override {
    if (number_ < planned_) output_.write(fmt::format("Bail out! {} of {} done\n", number_, planned_));
  }

 private:
  Output& output_;
  std::size_t planned_ = 0;
  std::size_t number_ = 0;
};

std::unique_ptr<ReportWriter> make_tap(Output& output, const ReportOptions&) {
  return std::make_unique<TapReport>(output);
}

}  // namespace

const ReportFormat tap_report{"tap", "the Test Anything Protocol, version 14: a test for each file",
                              make_tap};

}  // namespace attn

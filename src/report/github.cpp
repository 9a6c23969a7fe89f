#include <fmt/format.h>

#include <string>
#include <string_view>
#include <utility>

#include "report/formats.hpp"
#include "report/lines.hpp"
#include "text/visible.hpp"

namespace attn {
namespace {

// docs.github.com/actions/reference/workflow-commands-for-github-actions; what is escaped is said by
// escapeData and escapeProperty in packages/core/src/command.ts of github.com/actions/toolkit.

std::string replaced(std::string_view text, std::string_view from, std::string_view to) {
  std::string out;
  for (std::size_t at = text.find(from); at != std::string_view::npos; at = text.find(from)) {
    out.append(text.substr(0, at)).append(to);
    text.remove_prefix(at + from.size());
  }
  return out.append(text);
}

std::string escaped_data(std::string_view text) {
  return replaced(replaced(replaced(text, "%", "%25"), "\r", "%0D"), "\n", "%0A");
}

std::string escaped_property(std::string_view text) {
  return replaced(replaced(escaped_data(text), ":", "%3A"), ",", "%2C");
}

/// A line of the log that is no command: the runner takes "::" at its beginning for one, and "##[" anywhere.
std::string defused(std::string_view line) {
  return replaced(replaced(line, "::", ":\\x3a"), "##[", "#\\x23[");
}

class GithubReport : public ReportWriter {
 public:
  GithubReport(Output& output, const std::string& command)
      : output_(output), title_("attn-calc " + command) {}

  /// Closing lines are for the log alone: an annotation belongs to one finding.
  void add(const Report& report) override {
    totals_.add(report.outcome);
    std::string out = defused(Headline(report).text()) + "\n";
    if (report.outcome != Outcome::ok) {
      out += annotations(report);
      for (const std::string& line : report.closing) out += "  " + defused(visible(line)) + "\n";
    }
    output_.write(out);
  }

  void end() override {
    if (totals_.all() != 1) output_.write(totals_.line() + "\n");
  }

 private:
  struct Annotation {
    std::optional<std::size_t> line;
    std::string title;
    std::string message;
  };

  std::string annotations(const Report& report) const {
    std::string out;
    for (const Finding& finding : report.findings) {
      if (finding.weight == Outcome::ok) continue;
      std::string message = visible(finding.message);
      for (const std::string& detail : finding.details) message += "\n" + visible(detail);
      out += command(report.name,
                     {finding.line, finding.step.empty() ? title_ : visible(finding.step), message});
    }
    if (!out.empty()) return out;
    return command(report.name, {first_line(report), title_, visible(report.summary)});
  }

  /// "::error file=examples/a.json,line=3,title=weights::row 0 ...".
  static std::string command(const std::string& file, const Annotation& annotation) {
    const std::string line = annotation.line ? fmt::format(",line={}", *annotation.line) : "";
    return fmt::format("::error file={}{},title={}::{}\n", escaped_property(visible(file)), line,
                       escaped_property(annotation.title), escaped_data(annotation.message));
  }

  Output& output_;
  std::string title_;
  Totals totals_;
};

std::unique_ptr<ReportWriter> make_github(Output& output, const ReportOptions& options) {
  return std::make_unique<GithubReport>(output, options.command);
}

}  // namespace

const ReportFormat github_report{"github", "annotations for GitHub Actions, and a line for each file",
                                 make_github};

}  // namespace attn

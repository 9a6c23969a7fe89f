#include <fmt/format.h>

#include <pugixml.hpp>
#include <string>
#include <utility>

#include "report/formats.hpp"
#include "report/lines.hpp"
#include "text/visible.hpp"

namespace attn {
namespace {

class ToOutput : public pugi::xml_writer {
 public:
  explicit ToOutput(Output& output) : output_(output) {}
  void write(const void* data, std::size_t size) override {
    output_.write({static_cast<const char*>(data), size});
  }

 private:
  Output& output_;
};

/// The report as text, with "a.json:3: " before a finding that has a line. Its first line repeats the
/// message, because some readers (GitLab) show the text alone.
std::string text_of(const Report& report) {
  std::string text = Headline(report).text();
  for (const Finding& finding : report.findings) {
    text += '\n';
    if (finding.line) text += fmt::format("{}:{}: ", visible(report.name), *finding.line);
    text += finding_line(finding);
    for (const std::string& detail : finding.details) text += "\n  " + visible(detail);
  }
  for (const std::string& line : report.closing) text += "\n" + visible(line);
  return text;
}

/// Elements and attributes are those of junit-10.xsd, the schema of Jenkins' xUnit plugin; of testcase it had
/// `file` and `line` until 2018. GitLab and the annotators for GitHub read these. Jenkins' own step passes
/// over what it does not know.
class JunitReport : public ReportWriter {
 public:
  JunitReport(Output& output, const std::string& command)
      : output_(output), suite_name_("attn-calc " + command), class_name_("attn-calc." + command) {
    auto declaration = document_.append_child(pugi::node_declaration);
    declaration.append_attribute("version") = "1.0";
    declaration.append_attribute("encoding") = "UTF-8";
    suite_ = document_.append_child("testsuites").append_child("testsuite");
    suite_.append_attribute("name") = suite_name_.c_str();
  }

  void add(const Report& report) override {
    totals_.add(report.outcome);
    const std::string name = visible(report.name);
    auto test = suite_.append_child("testcase");
    test.append_attribute("classname") = class_name_.c_str();
    test.append_attribute("name") = name.c_str();
    test.append_attribute("file") = name.c_str();
    if (const auto line = first_line(report)) test.append_attribute("line") = std::to_string(*line).c_str();
    if (report.outcome != Outcome::ok)
      add_failure(test, report);
    else
      test.append_child("system-out").text() = text_of(report).c_str();
  }

  /// The counts stand in front, so nothing can be written before.
  void end() override {
    add_counts(document_.child("testsuites"));
    add_counts(suite_);
    suite_.append_attribute("skipped") = "0";
    ToOutput writer(output_);
    document_.save(writer, "  ");
  }

 private:
  static void add_failure(pugi::xml_node test, const Report& report) {
    auto failure = test.append_child(report.outcome == Outcome::error ? "error" : "failure");
    failure.append_attribute("message") = visible(report.summary).c_str();
    failure.append_attribute("type") = std::string(name_of(report.outcome)).c_str();
    failure.text() = text_of(report).c_str();
  }

  void add_counts(pugi::xml_node node) const {
    node.append_attribute("tests") = std::to_string(totals_.all()).c_str();
    node.append_attribute("failures") = std::to_string(totals_.of(Outcome::failed)).c_str();
    node.append_attribute("errors") = std::to_string(totals_.of(Outcome::error)).c_str();
  }

  Output& output_;
  std::string suite_name_;
  std::string class_name_;
  Totals totals_;
  pugi::xml_document document_;
  pugi::xml_node suite_;
};

std::unique_ptr<ReportWriter> make_junit(Output& output, const ReportOptions& options) {
  return std::make_unique<JunitReport>(output, options.command);
}

}  // namespace

const ReportFormat junit_report{"junit", "JUnit XML, as CI servers read it: a test case for each file",
                                make_junit, "xml"};

}  // namespace attn

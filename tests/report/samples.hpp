#pragma once

// Hand-made reports, and what a format writes of them.

#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "render/samples.hpp"
#include "report/report.hpp"

namespace attn::samples {

inline const ReportFormat& report_format(std::string_view name) {
  for (const ReportFormat* format : report_formats())
    if (format->name == name) return *format;
  throw std::logic_error("no such format");
}

/// `unwritten`: how many more reports were promised than there are.
inline std::string written(std::string_view format, const std::vector<Report>& reports, bool colour = false,
                           std::size_t unwritten = 0) {
  TextOutput output;
  const auto writer = report_format(format).make(output, {colour, "check"});
  writer->begin(reports.size() + unwritten);
  for (const Report& report : reports) writer->add(report);
  writer->end();
  return output.text;
}

inline Report good() {
  Report report;
  report.name = "examples/a.json";
  report.summary = "ok: 3 steps, 24 numbers";
  report.data = {{"steps", 3}};
  return report;
}

inline Report bad() {
  Report report;
  report.name = "examples/b.json";
  report.outcome = Outcome::failed;
  report.summary = "failed: 1 of 3 steps differs";
  Finding weights;
  weights.step = "weights";
  weights.line = 7;
  weights.message = "2 of 4 numbers differ";
  weights.details = {"row 0: expected 0.670", "       found    0.660"};
  weights.data = {{"differing", 2}, {"largest", json_number(inf)}};
  Finding unstated;
  unstated.weight = Outcome::ok;
  unstated.message = "output is not checked";
  report.findings = {weights, unstated};
  report.closing = {"with scale 1 everything would agree"};
  return report;
}

inline Report broken() {
  Report report;
  report.name = "examples/c.json";
  report.outcome = Outcome::error;
  report.summary = "examples/c.json:3:8: scale: found a string \"x\", expected a number";
  return report;
}

/// Everything that some format has a meaning for.
inline constexpr std::string_view hostile =
    "::error::a\nb\r]]> & <x> \"q\" 'r' % , #[ ##[error] # TODO \\ \x1b[31m \xff \u2028 \uffff";

inline Report hostile_report() {
  Report report;
  report.name = hostile;
  report.outcome = Outcome::failed;
  report.summary = hostile;
  Finding finding;
  finding.step = hostile;
  finding.message = hostile;
  finding.details = {std::string(hostile)};
  finding.data = {{"text", std::string(hostile)}};
  report.findings = {finding};
  report.closing = {std::string(hostile)};
  return report;
}

}  // namespace attn::samples

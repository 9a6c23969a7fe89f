#include <fmt/format.h>

#include <cmath>
#include <string>
#include <utility>

#include "attn/version.hpp"
#include "render/json/text.hpp"
#include "report/formats.hpp"
#include "report/lines.hpp"

namespace attn {

nlohmann::ordered_json json_number(double value) {
  if (std::isfinite(value)) return value;
  return std::isnan(value) ? "nan" : value < 0 ? "-inf" : "inf";
}

namespace {

using nlohmann::ordered_json;

/// Appends the members of `data`, which may have none.
void add_data(ordered_json& object, const ordered_json& data) {
  if (data.is_object()) object.update(data);
}

ordered_json finding_object(const Finding& finding) {
  ordered_json object{{"step", finding.step}, {"outcome", name_of(finding.weight)}};
  object["line"] = finding.line ? ordered_json(*finding.line) : ordered_json();
  object["message"] = finding.message;
  object["details"] = finding.details;
  add_data(object, finding.data);
  return object;
}

ordered_json file_object(const Report& report) {
  ordered_json object{
      {"name", report.name}, {"outcome", name_of(report.outcome)}, {"summary", report.summary}};
  add_data(object, report.data);
  object["findings"] = ordered_json::array();
  for (const Finding& finding : report.findings) object["findings"].push_back(finding_object(finding));
  object["closing"] = report.closing;
  return object;
}

/// Indented by two levels. Bytes that are no UTF-8 become U+FFFD.
void append_object(fmt::memory_buffer& out, const ordered_json& object) {
  append_text(out, "    ");
  for (const char c : object.dump(2, ' ', false, ordered_json::error_handler_t::replace)) {
    out.push_back(c);
    if (c == '\n') append_text(out, "    ");  // a line break is never inside a string
  }
}

class JsonReport : public ReportWriter {
 public:
  JsonReport(Output& output, std::string command) : output_(output), command_(std::move(command)) {}

  void begin(std::size_t) override {
    fmt::memory_buffer out;
    append_text(out, "{\n  \"attn_calc_report\": 1,\n  \"version\": ");
    append_json_string(out, version());
    append_text(out, ",\n  \"command\": ");
    append_json_string(out, command_);
    append_text(out, ",\n  \"files\": [\n");
    hand_over(out);
  }

  void add(const Report& report) override {
    fmt::memory_buffer out;
    if (totals_.all() != 0) append_text(out, ",\n");
    totals_.add(report.outcome);
    append_object(out, file_object(report));
    hand_over(out);
  }

  void end() override {
    fmt::memory_buffer out;
    append_text(out, totals_.all() == 0 ? "  ],\n" : "\n  ],\n");
    fmt::format_to(fmt::appender(out), "  \"totals\": {{\"files\": {}", totals_.all());
    for (const Outcome outcome : {Outcome::ok, Outcome::failed, Outcome::error})
      fmt::format_to(fmt::appender(out), ", \"{}\": {}", name_of(outcome), totals_.of(outcome));
    append_text(out, "}\n}\n");
    hand_over(out);
  }

 private:
  void hand_over(const fmt::memory_buffer& out) { output_.write({out.data(), out.size()}); }

  Output& output_;
  std::string command_;
  Totals totals_;
};

std::unique_ptr<ReportWriter> make_json(Output& output, const ReportOptions& options) {
  return std::make_unique<JsonReport>(output, options.command);
}

}  // namespace

const ReportFormat json_report{"json", "one object, for programs", make_json, "json"};

}  // namespace attn

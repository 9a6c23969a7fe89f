#include "report/lines.hpp"

#include <fmt/format.h>

#include <charconv>

#include "text/visible.hpp"

namespace attn {

namespace {

constexpr std::array<std::string_view, 3> outcome_names{"ok", "failed", "error"};

/// The line of "a.json:3:8: ..." behind "a.json:".
std::optional<std::size_t> leading_line(std::string_view place) {
  std::size_t line = 0;
  const char* end = place.data() + place.size();
  const auto [stop, failure] = std::from_chars(place.data(), end, line);
  if (failure != std::errc() || stop == end || *stop != ':') return std::nullopt;
  return line;
}

}  // namespace

std::string_view name_of(Outcome outcome) {
  return outcome_names[static_cast<std::size_t>(outcome)];
}

Headline::Headline(const Report& report)
    : name(visible(report.name) + ": "), summary(visible(report.summary)) {
  if (summary.starts_with(visible(report.name) + ":")) name.clear();
}

std::string finding_line(const Finding& finding) {
  const std::string step = finding.step.empty() ? "" : visible(finding.step) + ": ";
  return step + visible(finding.message);
}

std::vector<std::string> body_lines(const Report& report) {
  std::vector<std::string> lines;
  for (const Finding& finding : report.findings) {
    const bool has_place = finding.line && finding.step.empty();  // a step says where it is
    lines.push_back((has_place ? fmt::format("{}:{}: ", visible(report.name), *finding.line) : "") +
                    finding_line(finding));
    for (const std::string& detail : finding.details) lines.push_back("  " + visible(detail));
  }
  for (const std::string& line : report.closing) lines.push_back(visible(line));
  return lines;
}

std::optional<std::size_t> first_line(const Report& report) {
  for (const Finding& finding : report.findings)
    if (finding.line) return finding.line;
  const std::string place = visible(report.name) + ":";
  const std::string summary = visible(report.summary);
  if (!summary.starts_with(place)) return std::nullopt;
  return leading_line(std::string_view(summary).substr(place.size()));
}

std::string Totals::line() const {
  std::string line = fmt::format("{} {}", all(), all() == 1 ? "file" : "files");
  std::string_view separator = ": ";
  for (const Outcome outcome : {Outcome::ok, Outcome::failed, Outcome::error}) {
    const std::size_t count = of(outcome);
    if (count == 0) continue;
    const bool errors = outcome == Outcome::error && count != 1;
    line += fmt::format("{}{} {}", separator, count, errors ? "errors" : name_of(outcome));
    separator = ", ";
  }
  return line;
}

}  // namespace attn

#include "as_written/report.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "check/cells.hpp"

namespace attn {

namespace {

using nlohmann::ordered_json;

std::string where(const StepVerdicts& step, const CellVerdict& cell, const Tokens& tokens) {
  return cell_name(step.expected->axes, cell.row, cell.column, tokens);
}

/// " (from shifted 4.243)".
std::string given(const CellVerdict& cell) {
  return cell.given.empty() ? "" : fmt::format(" (from {})", cell.given);
}

std::string sentence(const StepVerdicts& step, const CellVerdict& cell, const Tokens& tokens) {
  const std::string head = fmt::format("{} {} is", where(step, cell, tokens), cell.written);
  switch (cell.verdict) {
    case Verdict::right:
      break;
    case Verdict::rounded:
      return fmt::format("{} rounded on the way: {}; exact {}", head, cell.why, cell.right);
    case Verdict::wrong_here: {
      const bool is_other = cell.corrected != cell.right && cell.corrected != cell.follows;
      const std::string corrected =
          is_other ? fmt::format("; calculated anew as you do {}", cell.corrected) : "";
      if (cell.follows == cell.right)
        return fmt::format("{} wrong here: it is {}{}{}", head, cell.right, given(cell), corrected);
      if (cell.follows == cell.written)
        return fmt::format("{} wrong here: nothing before it that is right gives it; exact {}{}", head,
                           cell.right, corrected);
      return fmt::format("{} wrong here: your numbers before it give {}{}; exact {}{}", head, cell.follows,
                         given(cell), cell.right, corrected);
    }
    case Verdict::inherited:
      return fmt::format("{} inherited from {}; exact {}", head, fmt::join(cell.from, ", "), cell.right);
  }
  return head + " right";
}

ordered_json json_of(const CellVerdict& cell) {
  ordered_json json{{"row", cell.row},
                    {"column", cell.column},
                    {"verdict", name_of(verdicts, cell.verdict)},
                    {"written", cell.written},
                    {"exact", json_number(cell.exact)},
                    {"right", cell.right},
                    {"follows", cell.follows},
                    {"corrected", cell.corrected}};
  if (!cell.why.empty()) json["why"] = cell.why;
  if (!cell.from.empty()) json["from"] = cell.from;
  return json;
}

/// "30 right, 2 rounded on the way, 1 wrong here".
template <class Counts>
std::string counts_in_words(const Counts& counted) {
  std::vector<std::string> parts;
  for (const auto& verdict : verdicts)
    if (const std::size_t count = counted.count(verdict.value); count > 0 || verdict.value == Verdict::right)
      parts.push_back(fmt::format("{} {}", count, verdict.name));
  return fmt::format("{}", fmt::join(parts, ", "));
}

template <class Counts>
ordered_json json_counts(const Counts& counted) {
  ordered_json json = ordered_json::object();
  for (const auto& verdict : verdicts) json[std::string(verdict.name)] = counted.count(verdict.value);
  return json;
}

/// "[[2.028, 1], [null, 0.5]]", to be copied.
std::string rows_in_words(const StepVerdicts& step) {
  std::vector<std::string> rows;
  const bool is_column = step.expected->axes.size() < 2;
  for (const std::vector<std::string>& row : step.corrected)
    rows.push_back(is_column ? row[0] : fmt::format("[{}]", fmt::join(row, ", ")));
  return fmt::format("[{}]", fmt::join(rows, ", "));
}

Finding finding_of(const StepVerdicts& step, const Tokens& tokens, bool strict) {
  constexpr std::size_t most_lines = 12;
  Finding finding;
  finding.step = step.expected->called();
  finding.weight = step.has_wrong() || strict ? Outcome::failed : Outcome::ok;
  finding.message = counts_in_words(step);
  finding.data = {
      {"said", step.expected->said}, {"counts", json_counts(step)}, {"cells", ordered_json::array()}};
  for (const CellVerdict& cell : step.cells) {
    finding.data["cells"].push_back(json_of(cell));
    if (finding.details.size() < most_lines) finding.details.push_back(sentence(step, cell, tokens));
  }
  if (step.cells.size() > most_lines)
    finding.details.push_back(
        fmt::format("and {} more; --format json has all", step.cells.size() - most_lines));
  if (step.has_wrong()) finding.data["corrected"] = step.corrected;
  return finding;
}

/// The first wrong step, and what to write instead.
void close(Report& report, const AsWritten& found, const Tokens& tokens) {
  if (const StepVerdicts* first = found.first_wrong()) {
    const auto cell = std::ranges::find(first->cells, Verdict::wrong_here, &CellVerdict::verdict);
    report.closing.push_back(fmt::format("first wrong step: {} = {}: {}", first->expected->called(),
                                         first->formula, sentence(*first, *cell, tokens)));
    report.data["first_wrong_step"] = first->expected->called();
  }
  report.data["manner"] = found.manner;
  if (!found.has_wrong()) return;
  report.closing.push_back(fmt::format("corrected, at your digits, calculated as you do, {}:", found.manner));
  report.data["corrected"] = ordered_json::object();
  for (const StepVerdicts& step : found.steps) {
    if (!step.is_changed) continue;
    report.data["corrected"][step.expected->called()] = step.corrected;
    report.closing.push_back(fmt::format("  \"{}\": {}", step.expected->called(), rows_in_words(step)));
  }
}

}  // namespace

Report report_of(const AsWritten& found, const Problem& problem, bool strict) {
  Report report;
  report.data = {{"compare", "as-written"}, {"counts", json_counts(found)}};
  report.summary = counts_in_words(found);
  for (const StepVerdicts& step : found.steps) {
    if (step.cells.empty()) continue;
    report.findings.push_back(finding_of(step, problem.tokens, strict));
    report.outcome = std::max(report.outcome, report.findings.back().weight);
  }
  if (report.outcome == Outcome::ok) report.summary = "ok: " + report.summary;
  close(report, found, problem.tokens);
  return report;
}

}  // namespace attn

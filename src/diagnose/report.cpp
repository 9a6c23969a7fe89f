#include "diagnose/report.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

namespace attn {

namespace {

using nlohmann::ordered_json;

std::string number(double x) {
  return std::isfinite(x) ? fmt::format("{:.2g}", x) : "infinity";
}

/// "output differs in 12 of 16 numbers, by up to 0.31".
std::string sentence(const WrongStep& step) {
  if (!step.otherwise.empty()) return fmt::format("{}: {}", step.id, step.otherwise);
  return fmt::format("{} differs in {} of {} numbers, by up to {}", step.id, step.differing, step.cells,
                     number(step.largest));
}

std::string tolerance_text(const Tolerance& tolerance) {
  std::vector<std::string> parts;
  if (tolerance.atol) parts.push_back(fmt::format("atol {:.2g}", *tolerance.atol));
  if (tolerance.rtol) parts.push_back(fmt::format("rtol {:.2g}", *tolerance.rtol));
  if (tolerance.ulp) parts.push_back(fmt::format("{} ulp", *tolerance.ulp));
  return fmt::format("{}", fmt::join(parts, ", "));
}

/// "scale_twice", "missing(causal) with no_scale", "not_rescaled(accumulator), tiles of 16 keys".
std::string title(const Cause& cause) {
  std::string text = fmt::format("{}", fmt::join(cause.slips, " with "));
  if (cause.tile) text += fmt::format(", tiles of {} {}", *cause.tile, *cause.tile == 1 ? "key" : "keys");
  return text;
}

std::string heading(const Cause& cause) {
  return fmt::format("{} (largest difference {})", title(cause), number(cause.largest));
}

ordered_json object(const Cause& cause) {
  ordered_json object{{"slips", cause.slips}, {"sentences", cause.sentences}};
  object["tile_cols"] = cause.tile ? ordered_json(*cause.tile) : ordered_json();
  object["largest_difference"] = json_number(cause.largest);
  return object;
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    lines.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return lines;
}

/// What an input would tell, and the input, where it is short. `written_to`: it is in this file.
void append_telling(std::vector<std::string>& lines, const Explanation& explanation,
                    const std::string& written_to) {
  constexpr std::size_t longest = 1500;
  if (explanation.causes.size() < 2) return;
  if (explanation.told_apart.empty()) {
    lines.emplace_back("no input of this kind that was tried tells them apart");
    return;
  }
  std::vector<std::string> others;
  for (const std::size_t cause : explanation.told_apart) others.push_back(title(explanation.causes[cause]));
  const std::string told =
      fmt::format("tells {} from {}", title(explanation.causes[0]), fmt::join(others, ", "));
  if (!written_to.empty()) {
    lines.push_back(fmt::format("{} {}", written_to, told));
  } else if (explanation.telling_input.size() > longest) {
    lines.push_back(fmt::format("there is an input that {}: --write-input FILE", told));
  } else {
    lines.push_back(fmt::format("this input {}:", told));
    for (const std::string& line : lines_of(explanation.telling_input)) lines.push_back("  " + line);
  }
}

Finding finding_of(const Explanation& explanation, bool is_best, const std::string& written_to) {
  constexpr std::size_t most = 8;
  const std::vector<Cause>& causes = explanation.causes;
  Finding finding;
  finding.message = is_best ? "it is reproduced by " : "less well by ";
  finding.message += causes.size() == 1
                         ? heading(causes[0])
                         : fmt::format("any of {}; this input cannot tell them apart:", causes.size());
  for (std::size_t i = 0; i < std::min(most, causes.size()); ++i) {
    if (causes.size() > 1) finding.details.push_back(heading(causes[i]));
    for (const std::string& meaning : causes[i].sentences)
      finding.details.push_back(causes.size() > 1 ? "  " + meaning : meaning);
  }
  if (causes.size() > most) finding.details.push_back(fmt::format("and {} more", causes.size() - most));
  append_telling(finding.details, explanation, written_to);
  finding.data = ordered_json::object();
  finding.data["causes"] = ordered_json::array();
  for (const Cause& cause : causes) finding.data["causes"].push_back(object(cause));
  finding.data["telling_input"] = explanation.telling_input;
  finding.data["told_apart"] = explanation.told_apart;
  return finding;
}

std::string summary_of(const Diagnosis& diagnosis) {
  std::vector<std::string> sentences;
  std::size_t cells = 0;
  for (const WrongStep& step : diagnosis.steps) {
    cells += step.cells;
    if (step.differing > 0) sentences.push_back(sentence(step));
  }
  if (diagnosis.right)
    return fmt::format("right: {} numbers in {} {} agree", cells, diagnosis.steps.size(),
                       diagnosis.steps.size() == 1 ? "matrix" : "matrices");
  constexpr std::size_t most = 3;
  const std::size_t shown = std::min(most, sentences.size());
  const std::string more =
      sentences.size() > most ? fmt::format("; and {} more", sentences.size() - most) : "";
  sentences.resize(shown);
  return fmt::format("wrong: {}{}", fmt::join(sentences, "; "), more);
}

/// What the numbers were held to, each thing once; with the tolerance itself where it is the same throughout.
std::vector<std::string> tolerances(const Diagnosis& diagnosis) {
  std::vector<std::string> lines;
  std::vector<std::string> exact;
  for (const WrongStep& step : diagnosis.steps) {
    const std::string line = "held to " + step.held_to;
    const std::string number = tolerance_text(step.tolerance);
    std::string with_number = number.empty() ? line : fmt::format("{} ({})", line, number);
    if (std::ranges::find(lines, line) == lines.end()) lines.push_back(line);
    if (std::ranges::find(exact, with_number) == exact.end()) exact.push_back(std::move(with_number));
  }
  return exact.size() == lines.size() ? exact : lines;
}

ordered_json object(const WrongStep& step) {
  ordered_json object{{"step", step.id}, {"numbers", step.cells}, {"differing", step.differing}};
  object["largest_difference"] = json_number(step.largest);
  if (!step.otherwise.empty()) object["otherwise"] = step.otherwise;
  object["held_to"] = step.held_to;
  return object;
}

std::string counted(std::size_t n, std::string_view thing) {
  return fmt::format("{} {}{}", n, thing, n == 1 ? "" : "s");
}

}  // namespace

Report report_of(const Diagnosis& diagnosis, std::string name, const std::string& written_to) {
  Report report;
  report.name = std::move(name);
  report.summary = summary_of(diagnosis);
  report.outcome = diagnosis.right ? Outcome::ok : Outcome::failed;
  std::string file = written_to;
  for (const Explanation& explanation : diagnosis.explanations) {
    report.findings.push_back(finding_of(explanation, report.findings.empty(), file));
    if (!explanation.telling_input.empty()) file.clear();
  }
  if (!diagnosis.right) {
    const std::string tried = diagnosis.pairs == 0
                                  ? counted(diagnosis.singles, "slip")
                                  : fmt::format("{} and {} of them", counted(diagnosis.singles, "slip"),
                                                counted(diagnosis.pairs, "pair"));
    report.closing.push_back(diagnosis.explanations.empty()
                                 ? fmt::format("no known slip explains it: tried {}", tried)
                                 : fmt::format("tried {}", tried));
    for (const std::string& note : diagnosis.notes) report.closing.push_back(note);
  }
  for (std::string& line : tolerances(diagnosis)) report.closing.push_back(std::move(line));
  report.data = {{"right", diagnosis.right}, {"singles", diagnosis.singles}, {"pairs", diagnosis.pairs}};
  report.data["steps"] = ordered_json::array();
  for (const WrongStep& step : diagnosis.steps) report.data["steps"].push_back(object(step));
  return report;
}

}  // namespace attn

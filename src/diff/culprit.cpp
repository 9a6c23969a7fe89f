#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "diff/cell_text.hpp"
#include "diff/report.hpp"

namespace attn {

namespace {

/// "scaled = scores · scale", as far as one of the traces says it; of a second name also what it stands for.
std::string equation(const StepDifference& step, const DiffSides& sides) {
  const std::string& said =
      step.reference->formula.empty() ? step.candidate->formula : step.reference->formula;
  const std::string& id = step.reference->id;
  const std::string text = said.empty() ? id : fmt::format("{} = {}", id, said);
  return step.id == id ? text : fmt::format("{}, which in {} is {}", step.id, sides.reference.path, text);
}

std::string why_wrong(const StepDifference& step, const DiffSides& sides) {
  if (!step.unlike.empty()) return fmt::format("{}: {}", step.id, step.unlike);
  if (step.given)
    return fmt::format("{}, which is not computed from other steps: the two were given other numbers",
                       step.id);
  std::string off = fmt::format("{}: up to {} from what its operands in {} give", equation(step, sides),
                                distance_text(step.split->added), sides.candidate.path);
  if (step.split->lacking.empty()) return off;
  return fmt::format("{}; or one of those before it that {} lacks: {}", off, sides.candidate.path,
                     listed(step.split->lacking));
}

std::vector<std::string> ids_of(const std::vector<StepDifference>& steps, auto is_meant) {
  std::vector<std::string> ids;
  for (const StepDifference& step : steps)
    if (is_meant(step)) ids.push_back(step.id);
  return ids;
}

bool is_untold(const StepDifference& step) {
  return !step.is_wrong_itself() && !step.split;
}

/// What the steps behind the first wrong one are.
std::string aftermath(const std::vector<StepDifference>& later) {
  if (later.empty()) return "no later step differs";
  const auto wrong = ids_of(later, [](const StepDifference& step) { return step.is_wrong_itself(); });
  const auto untold = ids_of(later, is_untold);
  if (wrong.empty() && untold.empty()) return "everything later is inherited";
  std::string text;
  if (!wrong.empty()) text = fmt::format("also wrong by themselves: {}", listed(wrong));
  if (!untold.empty())
    text += fmt::format("{}what is inherited cannot be told of {}", text.empty() ? "" : "; ", listed(untold));
  return text;
}

/// Where steps differ before any of them is wrong.
std::vector<std::string> prelude(std::size_t inheriting) {
  if (inheriting == 0) return {};
  return {
      fmt::format("{} before it {}, but only by what they inherit from smaller differences, or from what "
                  "one of the two lacks",
                  inheriting == 1 ? "one step" : fmt::format("{} steps", inheriting),
                  inheriting == 1 ? "differs" : "differ")};
}

/// Where every step is what its operands give.
std::vector<std::string> nobody(const std::vector<StepDifference>& differing, const DiffSides& sides) {
  const auto has_error = [](const StepDifference& step) { return step.reference_error.has_value(); };
  if (std::ranges::any_of(differing, has_error)) return {};  // this is said apart
  for (const StepDifference& step : differing)
    if (!step.split->unreferenced.empty())
      return {fmt::format("first step that differs: {}, which inherits it from steps that {} lacks: {}",
                          step.id, sides.reference.path, listed(step.split->unreferenced))};
  return {"no step adds an error beyond the tolerance by itself: smaller ones grow from step to step"};
}

}  // namespace

std::vector<std::string> culprit_lines(const TraceDiff& diff, const DiffSides& sides) {
  const auto told = std::ranges::find_if(
      diff.differing, [](const StepDifference& step) { return step.is_wrong_itself() || is_untold(step); });
  if (told == diff.differing.end()) return nobody(diff.differing, sides);
  if (is_untold(*told))
    return {
        fmt::format("first step that differs, as far as can be told: {}; no split into inherited and "
                    "added: {}",
                    told->id, told->unsplit)};
  const std::vector<StepDifference> later(told + 1, diff.differing.end());
  std::vector<std::string> lines{"first wrong step: " + why_wrong(*told, sides), aftermath(later)};
  std::ranges::copy(prelude(static_cast<std::size_t>(told - diff.differing.begin())),
                    std::back_inserter(lines));
  return lines;
}

std::string listed(const std::vector<std::string>& ids) {
  constexpr std::size_t most = 8;
  std::string text;
  for (std::size_t i = 0; i < std::min(ids.size(), most); ++i)
    text += fmt::format("{}{}", i == 0 ? "" : ", ", ids[i]);
  return ids.size() > most ? fmt::format("{} and {} more", text, ids.size() - most) : text;
}

}  // namespace attn

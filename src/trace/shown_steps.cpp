#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <set>
#include <utility>

#include "attn/error.hpp"
#include "attn/trace.hpp"
#include "text/visible.hpp"
#include "trace/check_step.hpp"
#include "trace/check_symbols.hpp"
#include "trace/outline.hpp"
#include "trace/require_left.hpp"

namespace attn {

namespace {

/// The steps of a trace, of which nothing is computed.
struct Shown {
  struct Named {
    std::string name;
    Place first = {};  ///< of the places that the step of this name is in
    Place last = {};
  };
  std::vector<Named> steps;   ///< in the order in which their names first appear
  std::set<std::string> ids;  ///< those that matter

  const Named* named(std::string_view name) const {
    const auto found = std::ranges::find(steps, name, &Named::name);
    return found == steps.end() ? nullptr : &*found;
  }
  bool contains(const std::string& step) const { return ids.contains(step) || named(step) != nullptr; }
};

std::string_view mode_in_words(Backend backend) {
  constexpr std::array<std::string_view, 3> words{"standard pipeline", "tiled mode", "fused kernel's trace"};
  return words[static_cast<std::size_t>(backend)];
}

/// `asked`: the ids that matter; the others, of which there may be millions, are not kept.
Shown steps_of(const Problem& problem, const std::set<std::string>& asked) {
  Shown shown;
  for_each_step(problem, [&](const OutlinedStep& step) {
    const auto known = std::ranges::find(shown.steps, step.name, &Shown::Named::name);
    if (known == shown.steps.end())
      shown.steps.push_back({std::string(step.name), step.place, step.place});
    else
      known->last = step.place;
    if (asked.empty()) return;
    if (std::string id = id_of(step.name, step.place); asked.contains(id)) shown.ids.insert(std::move(id));
  });
  return shown;
}

Shown steps_of(const Problem& problem, const std::vector<std::string>& steps) {
  std::set<std::string> asked;
  for (const std::string& step : steps)
    if (step.find('.') != std::string::npos) asked.insert({step, shown_id(problem, step)});
  return steps_of(problem, asked);
}

/// Why there is no such step, which steps there are instead, and where.
std::string why_missing(const std::string& step, const Shown& shown, const Problem& problem,
                        const Naming& naming) {
  const Backend backend = problem.options.backend;
  std::vector<std::string> names;
  for (const Shown::Named& named : shown.steps) names.push_back(visible(naming.name(named.name)));
  const auto [name, place] = parse_id(step);
  if (place.tile_row && backend != Backend::tiled)
    return fmt::format("the {} has no tiles, --tile R,C{} makes them; it has {}", mode_in_words(backend),
                       backend == Backend::flash ? " with --backend tiled" : "", fmt::join(names, ", "));
  const Shown::Named* named = shown.named(name);
  if (named == nullptr) named = shown.named(shown_name(problem, name));
  if (named == nullptr)
    return fmt::format("this problem has no such step in the {}; it has {}", mode_in_words(backend),
                       fmt::join(names, ", "));
  const std::string first = visible(naming.id(named->name, named->first));
  const std::string last = visible(naming.id(named->name, named->last));
  const std::string as = named->name == name ? "" : " as " + visible(naming.name(named->name));
  return fmt::format("this problem has {}{}, but not in that place; it has {}", visible(naming.name(name)),
                     as, first == last ? first : fmt::format("{} to {}", first, last));
}

[[noreturn]] void refuse(std::string_view option, const std::string& step, const Naming& naming,
                         std::string_view why) {
  throw InputError(fmt::format("{}step {}: {}", option, in_quotes(naming.id(step)), why));
}

}  // namespace

Selection resolve(const Selection& selection, const Problem& problem, const Naming& naming) {
  selection.check(problem.sizes, naming);
  Selection resolved = selection;
  if (selection.steps.empty()) return resolved;
  const Shown shown = steps_of(problem, selection.steps);
  for (const std::string& said : selection.steps) {
    const std::string alias = shown_id(problem, said);
    // In the tiled mode `context` is both what a row block ends in and, with one head, what the output is.
    if (alias != said && shown.contains(alias)) resolved.steps.push_back(alias);
    if (!shown.contains(said) && !shown.contains(alias))
      refuse("", said, naming, why_missing(said, shown, problem, naming));
  }
  require_left(selection, problem, naming);
  return resolved;
}

void check_symbols(const GivenNames& names, const Problem& problem, std::string_view where) {
  if (names.empty()) return;
  const Shown shown = steps_of(problem, std::vector<std::string>());
  for (const StepName& other : step_names()) {
    if (names.contains(other.name) || shown.named(other.name) == nullptr) continue;
    for (const auto& [step, name] : names)
      if (other.symbol == name)
        throw InputError(
            fmt::format("{}: found {}; formulas write {} so; give that one a new name too: {}=NAME", where,
                        in_quotes(name), other.name, other.name));
  }
}

StepDecimals shown_decimals(const StepDecimals& decimals, const Problem& problem, const Naming& naming,
                            std::string_view option) {
  if (decimals.of_step.empty()) return decimals;
  const std::string in_front = fmt::format("{}: ", option);
  std::vector<std::string> steps;
  for (const auto& [step, count] : decimals.of_step) steps.push_back(step);
  for (const std::string& step : steps) check_step(step, problem.sizes, naming, in_front);
  const Shown shown = steps_of(problem, steps);
  StepDecimals of_shown{.count = decimals.count};
  for (const auto& [step, count] : decimals.of_step) {
    const std::string shown_as = shown.contains(step) ? step : shown_id(problem, step);
    if (!shown.contains(shown_as)) refuse(in_front, step, naming, why_missing(step, shown, problem, naming));
    if (!of_shown.of_step.emplace(shown_as, count).second)
      refuse(in_front, shown_as, naming, "it is said twice, under two of the names that are one here");
  }
  return of_shown;
}

GivenNames shown_names(const GivenNames& names, const Problem& problem) {
  GivenNames shown = names;
  // Of several that are one step here the last one of the pipeline goes.
  for (const StepName& step : step_names()) {
    // Row blocks of the tiled mode end in a context of their own.
    if (problem.options.backend == Backend::tiled && step.name == "context") continue;
    const auto given = names.find(step.name);
    const std::string_view as = shown_name(problem, step.name);
    if (given != names.end() && !names.contains(as)) shown[std::string(as)] = given->second;
  }
  return shown;
}

}  // namespace attn

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

/// The fused kernel has no graph: an output for each batch entry, a log-sum-exp for each head of it.
Shown fused_steps(const Problem& problem, const std::set<std::string>& asked) {
  const auto& [batch, heads] = std::pair(problem.sizes.batch, problem.sizes.heads);
  const auto index = [](std::size_t i, std::size_t count) {
    return count > 1 ? std::optional(i) : std::nullopt;
  };
  Shown shown;
  shown.steps.push_back({"lse",
                         {index(0, batch), index(0, heads), {}, {}},
                         {index(batch - 1, batch), index(heads - 1, heads), {}, {}}});
  shown.steps.push_back({"output", {index(0, batch), {}, {}, {}}, {index(batch - 1, batch), {}, {}, {}}});
  for (const std::string& id : asked) {
    const auto [name, place] = parse_id(id);
    const bool whole = (batch > 1) == place.batch.has_value() && !place.tile_row;
    const bool by_head = (heads > 1) == place.head.has_value();
    if (whole && (name == "lse" ? by_head : name == "output" && !place.head)) shown.ids.insert(id);
  }
  return shown;
}

std::string_view mode_in_words(Backend backend) {
  constexpr std::array<std::string_view, 3> words{"standard pipeline", "tiled mode", "fused kernel's trace"};
  return words[static_cast<std::size_t>(backend)];
}

/// `asked`: the ids that matter; the others, of which there may be millions, are not kept.
Shown steps_of(const Problem& problem, const std::set<std::string>& asked) {
  if (problem.options.backend == Backend::flash) return fused_steps(problem, asked);
  Shown shown;
  const auto note = [&](Node& node) {
    const auto known = std::ranges::find(shown.steps, node.name, &Shown::Named::name);
    if (known == shown.steps.end())
      shown.steps.push_back({std::string(node.name), node.place, node.place});
    else
      known->last = node.place;
    if (asked.empty()) return;
    if (std::string id = node.id(); asked.contains(id)) shown.ids.insert(std::move(id));
  };
  Graph graph;
  const auto build = problem.options.backend == Backend::tiled ? build_tiled : build_standard;
  build(problem, graph, [&](Graph& part) { part.drain(note); });
  graph.drain(note);
  return shown;
}

std::string alias_of(const Problem& problem, const std::string& step) {
  const StepId id = parse_id(step);
  return id_of(shown_name(problem, id.name), id.place);
}

Shown steps_of(const Problem& problem, const std::vector<std::string>& steps) {
  std::set<std::string> asked;
  for (const std::string& step : steps)
    if (step.find('.') != std::string::npos) asked.insert({step, alias_of(problem, step)});
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
    const std::string alias = alias_of(problem, said);
    // In the tiled mode `context` is both what a row block ends in and, with one head, what the output is.
    if (alias != said && shown.contains(alias)) resolved.steps.push_back(alias);
    if (!shown.contains(said) && !shown.contains(alias))
      refuse("", said, naming, why_missing(said, shown, problem, naming));
  }
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

void require_shown(const std::vector<std::string>& steps, const Problem& problem, const Naming& naming,
                   std::string_view option) {
  if (steps.empty()) return;
  const std::string in_front = fmt::format("{}: ", option);
  for (const std::string& step : steps) check_step(step, problem.sizes, naming, in_front);
  const Shown shown = steps_of(problem, steps);
  for (const std::string& step : steps) {
    if (shown.contains(step)) continue;
    if (const std::string alias = alias_of(problem, step); shown.contains(alias))
      refuse(in_front, step, naming,
             fmt::format("this problem shows it as {}; say that", in_quotes(naming.id(alias))));
    refuse(in_front, step, naming, why_missing(step, shown, problem, naming));
  }
}

}  // namespace attn

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <set>

#include "attn/error.hpp"
#include "attn/trace.hpp"
#include "text/visible.hpp"

namespace attn {

namespace {

/// Names of all steps, in the order in which they first appear, and ids. Nothing is computed.
struct Shown {
  std::vector<std::string> names;
  std::set<std::string> ids;

  bool contains(const std::string& step) const {
    return ids.contains(step) || std::ranges::find(names, step) != names.end();
  }
};

/// The fused kernel has no graph: an output for each batch entry, a log-sum-exp for each head of it.
Shown fused_steps(const Problem& problem, const std::set<std::string>& asked) {
  Shown shown{{"lse", "output"}, {}};
  for (const std::string& id : asked) {
    const auto [name, place] = parse_id(id);
    const bool whole = (problem.sizes.batch > 1) == place.batch.has_value() && !place.tile_row;
    const bool by_head = (problem.sizes.heads > 1) == place.head.has_value();
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
  Shown shown;
  const auto note = [&](Node& node) {
    if (std::ranges::find(shown.names, node.name) == shown.names.end()) shown.names.emplace_back(node.name);
    if (asked.empty()) return;
    if (std::string id = node.id(); asked.contains(id)) shown.ids.insert(std::move(id));
  };
  if (problem.options.backend == Backend::flash) return fused_steps(problem, asked);
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

}  // namespace

Selection resolve(const Selection& selection, const Problem& problem) {
  selection.check(problem.sizes);
  Selection resolved = selection;
  if (selection.steps.empty()) return resolved;
  std::set<std::string> asked;
  for (const std::string& step : selection.steps)
    if (step.find('.') != std::string::npos) asked.insert({step, alias_of(problem, step)});
  const Shown shown = steps_of(problem, asked);
  for (const std::string& said : selection.steps) {
    const std::string alias = alias_of(problem, said);
    // In the tiled mode `context` is both what a row block ends in and, with one head, what the output is.
    const bool is_shown = shown.contains(said);
    if (alias != said && shown.contains(alias)) resolved.steps.push_back(alias);
    if (is_shown || shown.contains(alias)) continue;
    const std::string name(parse_id(said).name);
    if (shown.contains(name))
      throw InputError(
          fmt::format("step {}: this problem has {}, but not in that place", in_quotes(said), name));
    throw InputError(fmt::format("step {}: this problem has no such step in the {}; it has {}",
                                 in_quotes(said), mode_in_words(problem.options.backend),
                                 fmt::join(shown.names, ", ")));
  }
  return resolved;
}

}  // namespace attn

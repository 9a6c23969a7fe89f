#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

#include "attn/error.hpp"
#include "attn/trace.hpp"
#include "text/visible.hpp"

namespace attn {

namespace {

/// Names and ids of all steps, in the order in which they first appear. Nothing is computed.
struct Shown {
  std::vector<std::string> names;
  std::set<std::string> ids;

  bool contains(const std::string& step) const {
    return ids.contains(step) || std::ranges::find(names, step) != names.end();
  }
};

Shown steps_of(const Problem& problem) {
  Shown shown;
  const auto note = [&](Node& node) {
    if (std::ranges::find(shown.names, node.name) == shown.names.end()) shown.names.emplace_back(node.name);
    shown.ids.insert(node.id());
  };
  Graph graph;
  const auto build = problem.options.tile ? build_tiled : build_standard;
  build(problem, graph, [&](Graph& part) { part.drain(note); });
  graph.drain(note);
  return shown;
}

}  // namespace

Selection resolve(const Selection& selection, const Problem& problem) {
  Selection resolved = selection;
  if (selection.steps.empty()) return resolved;
  const Shown shown = steps_of(problem);
  for (const std::string& said : selection.steps) {
    const std::size_t name_at = said.rfind('.') + 1;  // npos + 1 is 0
    const std::string alias = said.substr(0, name_at).append(shown_name(problem, said.substr(name_at)));
    // In the tiled mode `context` is both what a row block ends in and, with one head, what the output is.
    const bool is_shown = shown.contains(said);
    if (alias != said && shown.contains(alias)) resolved.steps.push_back(alias);
    if (is_shown || shown.contains(alias)) continue;
    throw InputError(fmt::format("step {}: this problem has no such step in the {} mode; it has {}",
                                 in_quotes(said), problem.options.tile ? "tiled" : "standard",
                                 fmt::join(shown.names, ", ")));
  }
  return resolved;
}

}  // namespace attn

#include "check/expected_steps.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <limits>
#include <optional>
#include <set>
#include <tuple>

#include "attn/error.hpp"
#include "attn/graph.hpp"

namespace attn {

namespace {

/// A step that an expectation may mean.
struct Candidate {
  std::string id;
  Place place;
  Axes axes;
  std::size_t order;
  bool from_standard;
};

using ByName = std::map<std::string, std::vector<Candidate>, std::less<>>;

using Builder = void (*)(const Problem& problem, Graph& graph, const PartDone& part_done);

/// The steps of those names, whole ones and tiles, without computing anything.
void collect(const Problem& problem, Builder build, bool from_standard,
             const std::set<std::string, std::less<>>& names, ByName& found) {
  std::size_t order = 0;
  const auto note = [&](Node& node) {
    ++order;
    if (!names.contains(node.name)) return;
    std::vector<Candidate>& candidates = found[std::string(node.name)];
    std::string id = node.id();
    if (std::ranges::find(candidates, id, &Candidate::id) == candidates.end())
      candidates.push_back({std::move(id), node.place, node.axes, order, from_standard});
  };
  Graph graph;
  build(problem, graph, [&](Graph& part) { part.drain(note); });
  graph.drain(note);
}

/// The fused kernel has no graph: its steps are those of the standard pipeline that it gives.
void mark_fused(ByName& found) {
  for (const std::string_view name : {"lse", "output"})
    if (const auto steps = found.find(name); steps != found.end())
      for (Candidate& candidate : steps->second) candidate.from_standard = false;
}

ByName candidates_of(const Problem& problem, const Expectation& expect) {
  std::set<std::string, std::less<>> names;
  for (const auto& [said, step] : expect.steps) {
    names.emplace(parse_id(said).name);
    names.emplace(shown_name(problem, parse_id(said).name));
  }
  ByName found;
  if (problem.options.backend == Backend::tiled) collect(problem, build_tiled, false, names, found);
  collect(problem, build_standard, problem.options.backend != Backend::reference, names, found);
  if (problem.options.backend == Backend::flash) mark_fused(found);
  return found;
}

/// Steps of one name that stand side by side: one in each head, in each batch entry, or in each head of each.
struct Stack {
  std::vector<const Candidate*> steps;
  Shape shape;  ///< [batch, heads, rows, columns], as far as the steps have these
};

Shape shape_of(const Axes& axes) {
  Shape shape;
  for (const Axis& axis : axes) shape.push_back(axis.size);
  return shape;
}

std::size_t count_places(const std::vector<const Candidate*>& steps,
                         std::optional<std::size_t> Place::*index) {
  std::set<std::size_t> places;
  for (const Candidate* step : steps) places.insert((step->place.*index).value_or(0));
  return places.size();
}

/// The whole-head steps of a name, sorted into stacks by which indices they have.
std::vector<Stack> stacks_of(const std::vector<Candidate>& candidates) {
  std::map<std::pair<bool, bool>, std::vector<const Candidate*>> by_kind;
  for (const Candidate& candidate : candidates)
    if (!candidate.place.tile_row)
      by_kind[{candidate.place.head.has_value(), candidate.place.batch.has_value()}].push_back(&candidate);
  std::vector<Stack> stacks;
  for (auto& [kind, steps] : by_kind) {
    std::ranges::sort(steps, {}, [](const Candidate* step) {
      return std::tuple(step->place.batch.value_or(0), step->place.head.value_or(0));
    });
    Shape shape = shape_of(steps[0]->axes);
    // Steps of different shapes (no problem has them today) cannot be stacked.
    if (!std::ranges::all_of(steps, [&](const Candidate* step) { return shape_of(step->axes) == shape; }))
      continue;
    if (kind.first) shape.insert(shape.begin(), count_places(steps, &Place::head));
    if (kind.second) shape.insert(shape.begin(), count_places(steps, &Place::batch));
    if (element_count(shape) / std::max<std::size_t>(1, element_count(shape_of(steps[0]->axes))) ==
        steps.size())
      stacks.push_back({std::move(steps), std::move(shape)});
  }
  return stacks;
}

/// How a matrix that was said covers a step: all rows of it, or the first ones.
struct Fit {
  Stack stack;
  std::size_t rows;  ///< that were said, of each step
};

/// Without the last `rank` lengths; and axes that count one thing may be left out.
Shape leading(Shape shape, std::size_t rank) {
  shape.resize(shape.size() - rank);
  std::erase(shape, std::size_t{1});
  return shape;
}

/// `as_column`: one number for each row is written as [n, 1].
std::optional<Fit> fit(const Stack& stack, const Shape& said, bool leading_rows, bool as_column) {
  const Axes& axes = stack.steps[0]->axes;
  const std::size_t rank = as_column ? 2 : axes.size();
  if (said.size() < rank || leading(said, rank) != leading(stack.shape, axes.size())) return std::nullopt;
  const std::size_t columns = axes.size() > 1 ? axes[1].size : 1;
  if (rank > 1 && said.back() != columns) return std::nullopt;
  const std::size_t rows = said[said.size() - rank];
  if (rows != axes[0].size && !(leading_rows && rows < axes[0].size)) return std::nullopt;
  return Fit{stack, rows};
}

/// As many rows as the step has go before fewer, and [n] before [n, 1].
std::optional<Fit> find_fit(const std::vector<Stack>& stacks, const Shape& said, bool leading_rows) {
  for (const bool fewer_rows : {false, true})
    for (const Stack& stack : stacks)
      for (const bool as_column : {false, true}) {
        if (fewer_rows > leading_rows || (as_column && stack.steps[0]->axes.size() > 1)) continue;
        if (auto found = fit(stack, said, fewer_rows, as_column)) return found;
      }
  return std::nullopt;
}

[[noreturn]] void refuse_shape(const ExpectedStep& said, const std::vector<Stack>& stacks) {
  std::vector<std::string> shapes;
  for (const Stack& stack : stacks) {
    std::string shape = to_string(stack.shape);
    if (std::ranges::find(shapes, shape) == shapes.end()) shapes.push_back(std::move(shape));
  }
  throw InputError(fmt::format("{}: shape {}, expected {}; a number that is not stated is null", said.where,
                               to_string(said.array.shape), fmt::join(shapes, " or ")));
}

/// The part of what was said that is about one step.
ExpectedMatrix cut(const std::string& name, const ExpectedStep& said, const Fit& fit, std::size_t index) {
  const Candidate& step = *fit.stack.steps[index];
  const std::size_t columns = step.axes.size() > 1 ? step.axes[1].size : 1;
  const std::size_t count = fit.rows * columns;
  ExpectedMatrix matrix{
      name, said.where,  step.id,       step.axes,         xt::empty<double>({step.axes[0].size, columns}),
      {},   &said.array, index * count, step.from_standard};
  for (std::size_t cell = 0; cell < matrix.values.size(); ++cell) {
    const bool is_said =
        cell < count && !std::ranges::binary_search(said.array.unstated, matrix.first + cell);
    matrix.values.flat(cell) =
        is_said ? said.array.values[matrix.first + cell] : std::numeric_limits<double>::quiet_NaN();
    if (!is_said) matrix.unstated.push_back(cell);
  }
  return matrix;
}

/// The step of exactly that id by itself, and the stacks of that name.
std::vector<Stack> readings(const std::string& id, const ByName& found) {
  const StepId parsed = parse_id(id);
  const auto steps = found.find(parsed.name);
  if (steps == found.end()) return {};
  std::vector<Stack> readings;
  for (const Candidate& candidate : steps->second)
    if (candidate.id == id) readings.push_back({{&candidate}, shape_of(candidate.axes)});
  if (parsed.place == Place{})
    for (Stack& stack : stacks_of(steps->second)) readings.push_back(std::move(stack));
  return readings;
}

}  // namespace

ExpectedSteps find_expected(const Problem& problem, const Expectation& expect, bool leading_rows) {
  const ByName found = candidates_of(problem, expect);
  ExpectedSteps result;
  std::vector<std::pair<std::size_t, ExpectedMatrix>> ordered;
  for (const auto& entry : expect.steps) {
    const auto& [said, step] = entry;
    std::vector<Stack> stacks = readings(said, found);
    for (Stack& stack : readings(shown_id(problem, said), found)) stacks.push_back(std::move(stack));
    if (stacks.empty()) {
      result.missing.push_back(&entry);
      continue;
    }
    const std::optional<Fit> fitting = find_fit(stacks, step.array.shape, leading_rows);
    if (!fitting) refuse_shape(step, stacks);
    for (std::size_t i = 0; i < fitting->stack.steps.size(); ++i)
      ordered.emplace_back(fitting->stack.steps[i]->order, cut(said, step, *fitting, i));
  }
  std::ranges::stable_sort(ordered, {}, &std::pair<std::size_t, ExpectedMatrix>::first);
  for (auto& [order, matrix] : ordered) result.matrices.push_back(std::move(matrix));
  return result;
}

}  // namespace attn

#include "diagnose/expected.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "attn/error.hpp"
#include "attn/trace.hpp"
#include "check/expected_steps.hpp"

namespace attn::diagnosis {

namespace {

/// Where a problem has a step of that name, in order; for what heads have of their own, theirs alone.
std::vector<Place> places_of(const EditedGraph& graph, std::string_view name) {
  std::vector<Place> places;
  for (const Ref& node : graph.nodes())
    if (node->name == name) places.push_back(node->place);
  const auto has_head = [](const Place& place) { return place.head.has_value(); };
  if (std::ranges::any_of(places, has_head)) std::erase_if(places, std::not_fn(has_head));
  return places;
}

/// The places of all heads together.
std::vector<Place> without_heads(std::vector<Place> places) {
  for (Place& place : places) place.head.reset();
  places.erase(std::unique(places.begin(), places.end()), places.end());
  return places;
}

std::size_t rank_of(const EditedGraph& graph, std::string_view name) {
  for (const Ref& node : graph.nodes())
    if (node->name == name) return node->axes.size();
  return 0;
}

/// The shape of one matrix, and how many of them lie in the array.
struct Stack {
  std::size_t rows;
  std::size_t columns;
  std::size_t count;
};

/// The last `axes` axes are those of one matrix.
Stack stack_of(const Shape& shape, std::size_t axes) {
  if (shape.size() < axes || axes == 0) return {0, 0, 0};
  const std::size_t rows = shape[shape.size() - axes];
  const std::size_t columns = axes == 2 ? shape.back() : 1;
  std::size_t count = 1;
  for (std::size_t axis = 0; axis + axes < shape.size(); ++axis) count *= shape[axis];
  return {rows, columns, count};
}

/// One number per row may be written as a column, [n, 1]; which of the two it is `count` tells.
Stack stack_of(const Array& array, std::size_t rank, std::size_t count) {
  const Stack stack = stack_of(array.shape, rank);
  const bool is_column = rank == 1 && array.shape.back() == 1 && stack.count != count;
  return is_column ? stack_of(array.shape, 2) : stack;
}

ExpectedMatrix matrix_at(const Array& array, const Stack& stack, std::size_t index) {
  ExpectedMatrix matrix;
  matrix.values = xt::empty<double>({stack.rows, stack.columns});
  const std::size_t first = index * matrix.values.size();
  std::copy_n(array.values.begin() + static_cast<std::ptrdiff_t>(first), matrix.values.size(),
              matrix.values.begin());
  for (const std::size_t cell : array.unstated)
    if (cell >= first && cell < first + matrix.values.size()) matrix.unstated.push_back(cell - first);
  return matrix;
}

[[noreturn]] void refuse_stack(const ExpectedStep& expected, const Stack& stack, std::size_t places) {
  throw InputError(
      fmt::format("{}: shape {} holds {} matrices, expected {} (one for each batch entry and head)",
                  expected.where, to_string(expected.array.shape), stack.count, places));
}

/// What no right result can be: matrices of another shape, or of all heads where each one has its own.
void append_loosely(std::vector<ExpectedMatrix>& matrices, const EditedGraph& graph, const std::string& said,
                    const ExpectedStep& expected) {
  const StepId id = parse_id(said);
  const std::string_view name = shown_name(graph.problem(), id.name);
  std::vector<Place> places = places_of(graph, name);
  if (id.place != Place{}) std::erase_if(places, [&](const Place& place) { return place != id.place; });
  const Stack stack = stack_of(expected.array, rank_of(graph, name), places.size());
  const bool averaged = name == "weights" && stack.count != places.size();
  if (averaged) places = without_heads(std::move(places));
  if (stack.count != places.size() || places.empty()) refuse_stack(expected, stack, places.size());
  for (std::size_t i = 0; i < places.size(); ++i) {
    ExpectedMatrix matrix = matrix_at(expected.array, stack, i);
    matrix.step = id.name;
    matrix.place = places[i];
    matrix.id = id_of(name, places[i]);
    matrices.push_back(std::move(matrix));
  }
}

/// As a check reads it, where that can be.
void append(std::vector<ExpectedMatrix>& matrices, const EditedGraph& graph, const std::string& said,
            const ExpectedStep& expected) {
  Expectation one;
  one.steps[said] = expected;
  ExpectedSteps found;
  try {
    found = find_expected(graph.problem(), one);
  } catch (const InputError&) {
    return append_loosely(matrices, graph, said, expected);
  }
  if (found.matrices.empty())
    throw InputError(
        fmt::format("{}: the standard pipeline of this problem has no such step", expected.where));
  for (attn::ExpectedMatrix& matrix : found.matrices)
    matrices.push_back({std::string(parse_id(said).name), parse_id(matrix.id).place, matrix.id,
                        std::move(matrix.values), std::move(matrix.unstated)});
}

}  // namespace

Ref ExpectedMatrix::find(const EditedGraph& graph) const {
  return graph.find(shown_name(graph.problem(), step), place);
}

std::vector<ExpectedMatrix> expected_matrices(const Problem& problem) {
  const EditedGraph graph(problem, false);
  std::vector<ExpectedMatrix> matrices;
  for (const StepName& row : step_names())
    for (const auto& [said, expected] : problem.expect.steps)
      if (parse_id(said).name == row.name) append(matrices, graph, said, expected);
  return matrices;
}

}  // namespace attn::diagnosis

#include "as_written/hand_calculation.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <unordered_set>

#include "attn/evaluate.hpp"
#include "attn/op.hpp"
#include "check/hidden_weights.hpp"
#include "graph/ancestors.hpp"

namespace attn {

namespace {

PrintedStep printed_step(const ExpectedMatrix& expected, Ref node) {
  const std::size_t cells = expected.values.size();
  PrintedStep step{&expected,
                   std::move(node),
                   std::vector<int>(cells, 0),
                   std::vector<bool>(cells, true),
                   std::vector<bool>(cells, false),
                   std::vector<bool>(cells, false)};
  for (const std::size_t cell : expected.unstated) step.is_stated[cell] = false;
  int most = std::numeric_limits<int>::min();
  for (std::size_t cell = 0; cell < cells; ++cell) {
    if (!step.is_stated[cell] || !std::isfinite(expected.values.flat(cell))) continue;
    step.decimals[cell] = decimals_of(step.literal(cell).text);
    most = std::max(most, step.decimals[cell]);
  }
  for (std::size_t cell = 0; cell < cells; ++cell)
    if (!step.is_stated[cell]) step.decimals[cell] = std::max(most, 0);
  return step;
}

/// The scalar products that computing a node takes, about.
double work(const Node& node) {
  double cells = 1;
  for (const Axis& axis : node.axes) cells *= static_cast<double>(std::max<std::size_t>(axis.size, 1));
  double inner = 1;
  for (const Operand& operand : node.operands)
    if (operand.node->axes.size() > 1)
      inner = std::max(inner, static_cast<double>(operand.node->axes[1].size));
  return cells * inner;
}

bool sums_up_hidden(const Node& node) {
  if (node.op != &op::weighted_sum || node.operands.size() < 3) return false;
  const auto* weights = std::get_if<Matrix<double>>(&node.operands[0].node->value);
  const auto* mask = std::get_if<Matrix<double>>(&node.operands[2].node->value);
  return weights && mask && weighs_hidden(*weights, *mask);
}

}  // namespace

const Literal& PrintedStep::literal(std::size_t cell) const {
  return expected->source->literals[expected->first + cell];
}

HandCalculation::HandCalculation(const Problem& problem, const ExpectedSteps& expected) {
  std::map<std::string, Ref> tiles;
  if (problem.options.backend == Backend::tiled) {
    build_tiled(problem, graph_);
    for (const Ref& node : graph_.nodes()) tiles.emplace(node->id(), node);
  }
  const std::size_t first = graph_.nodes().size();
  build_standard(problem, graph_);
  std::map<std::string, Ref> standard;
  for (std::size_t i = first; i < graph_.nodes().size(); ++i)
    standard.emplace(graph_.nodes()[i]->id(), graph_.nodes()[i]);
  const bool is_tiled = problem.options.backend == Backend::tiled;
  for (const ExpectedMatrix& matrix : expected.matrices) {
    const auto& nodes = is_tiled && !matrix.from_standard ? tiles : standard;
    steps_.push_back(printed_step(matrix, nodes.at(matrix.id)));
    // Of a step without a number nobody knows the digits.
    if (std::ranges::find(steps_.back().is_stated, true) != steps_.back().is_stated.end())
      printed_.emplace(steps_.back().node.get(), steps_.size() - 1);
    const std::string_view name = steps_.back().node->name;
    // More names than bits: the last ones share one.
    if (std::ranges::find(names_, name) == names_.end() && names_.size() < 31) names_.push_back(name);
  }
}

std::uint32_t HandCalculation::bit_of(std::string_view name) const {
  const auto found = std::ranges::find(names_, name);
  return std::uint32_t{1} << static_cast<unsigned>(found - names_.begin());
}

const PrintedStep* HandCalculation::printed_of(const Node& node) const {
  const auto found = printed_.find(&node);
  return found == printed_.end() ? nullptr : &steps_[found->second];
}

/// In the order of the graph, without the step itself.
const std::vector<Node*>& HandCalculation::ancestors(const PrintedStep& step) {
  const auto [entry, is_new] = ancestors_.try_emplace(step.node.get());
  if (!is_new) return entry->second;
  entry->second = ancestors_of(*step.node, graph_);
  return entry->second;
}

void HandCalculation::take_printed(Matrix<double>& values, const PrintedStep& step, const Way& way) const {
  const bool all = (way.printed & bit_of(step.node->name)) != 0;
  if (!all && way.avoids_wrong) return;
  for (std::size_t cell = 0; cell < values.size(); ++cell) {
    if (!step.is_stated[cell]) continue;
    if (way.avoids_wrong ? all && !step.is_wrong[cell] : all || step.is_slip[cell])
      values.flat(cell) = step.expected->values.flat(cell);
    else if (all)  // what should have been printed there
      values.flat(cell) = rounded(values.flat(cell), step.decimals[cell], way.habit.rounding);
  }
}

/// To its printed digits, or as those of the steps that are not printed.
void HandCalculation::round(Matrix<double>& values, const Node& node, const Way& way) const {
  if (node.operands.empty() || node.is_given) return;
  const PrintedStep* printed = printed_of(node);
  if (!printed && !way.habit.unprinted) return;
  for (std::size_t cell = 0; cell < values.size(); ++cell)
    values.flat(cell) = rounded(values.flat(cell), printed ? printed->decimals[cell] : *way.habit.unprinted,
                                way.habit.rounding);
}

/// One step on the way: computed, then rounded or taken as printed.
void HandCalculation::compute(Node& node, const Way& way) {
  const bool is_own_scale = node.name == "scaled" && !std::isnan(way.habit.scale) && !node.operands.empty();
  const Attributes said = node.attributes;
  if (is_own_scale) std::get<attribute::Number>(node.attributes).value = way.habit.scale;
  if (sums_up_hidden(node)) {
    const Operand mask = node.operands.back();
    node.operands.pop_back();
    float64.compute(node);
    node.operands.push_back(mask);
  } else {
    float64.compute(node);
  }
  if (is_own_scale) node.attributes = said;
  auto* values = std::get_if<Matrix<double>>(&node.value);
  if (!values) return;
  if (way.is_stepwise) round(*values, node, way);
  if (const PrintedStep* printed = printed_of(node)) take_printed(*values, *printed, way);
}

/// True where nothing before the node has a part in what it gives: all of it is taken as printed.
bool HandCalculation::is_closed(const Node& node, const Way& way) const {
  const PrintedStep* printed = printed_of(node);
  if (!printed || (way.printed & bit_of(node.name)) == 0) return false;
  if (!std::holds_alternative<Matrix<double>>(node.value)) return false;
  return std::ranges::find(printed->is_stated, false) == printed->is_stated.end() &&
         std::ranges::find(printed->is_wrong, true) == printed->is_wrong.end();
}

HandCalculation::Course HandCalculation::course(const PrintedStep& step, const Way& way) {
  Course course;
  std::unordered_set<const Node*> needed;
  const auto need = [&needed](const Node& node) {
    for (const Operand& operand : node.operands) needed.insert(operand.node.get());
  };
  need(*step.node);
  const std::vector<Node*>& before = ancestors(step);
  for (std::size_t i = before.size(); i-- > 0;) {
    Node& node = *before[i];
    if (!needed.contains(&node)) continue;
    course.nodes.push_back(&node);
    if (printed_of(node)) course.printed |= way.printed & bit_of(node.name);
    if (is_closed(node, way)) continue;
    need(node);
    const bool has_decimals = printed_of(node) || way.habit.unprinted;
    course.is_rounded = course.is_rounded || (has_decimals && !node.operands.empty() && !node.is_given);
  }
  std::ranges::reverse(course.nodes);
  return course;
}

const Matrix<double>& HandCalculation::values(const PrintedStep& step, const Way& way) {
  for (Node* node : course(step, way).nodes) {
    if (is_closed(*node, way))
      take_printed(std::get<Matrix<double>>(node->value), *printed_of(*node), way);
    else
      compute(*node, way);
  }
  // The step that is asked for is not rounded: how its digits come about is the question.
  compute(*step.node, {.habit = {.scale = way.habit.scale}});
  return std::get<Matrix<double>>(step.node->value);
}

std::vector<std::string_view> HandCalculation::last_printed(const PrintedStep& step, const Way& way) const {
  std::vector<std::string_view> names;
  std::vector<const Node*> open{step.node.get()};
  for (std::size_t i = 0; i < open.size(); ++i)
    for (const Operand& operand : open[i]->operands) {
      const Node* node = operand.node.get();
      const bool is_taken = printed_of(*node) && (way.printed & bit_of(node->name)) != 0;
      if (!is_taken && std::ranges::find(open, node) == open.end()) open.push_back(node);
      if (is_taken && std::ranges::find(names, node->name) == names.end()) names.push_back(node->name);
    }
  return names;
}

bool HandCalculation::has_wrong_before(const PrintedStep& step) {
  return std::ranges::any_of(ancestors(step), [&](const Node* node) {
    const PrintedStep* printed = printed_of(*node);
    return printed && std::ranges::find(printed->is_wrong, true) != printed->is_wrong.end();
  });
}

double HandCalculation::cost(const PrintedStep& step) {
  double sum = work(*step.node);
  for (const Node* node : ancestors(step)) sum += work(*node);
  return sum;
}

}  // namespace attn

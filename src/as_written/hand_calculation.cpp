#include "as_written/hand_calculation.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <map>
#include <set>

#include "attn/evaluate.hpp"
#include "attn/op.hpp"
#include "check/hidden_weights.hpp"
#include "graph/ancestors.hpp"

namespace attn {

namespace {

/// 1/√d_k as it may be written, from two digits behind the point to four, as a divisor or as a factor.
std::vector<double> written_scales(const Problem& problem) {
  if (problem.options.scale_given || !problem.options.scale) return {};
  const double root = std::sqrt(static_cast<double>(problem.sizes.d_k));
  if (root == std::floor(root)) return {};
  std::vector<double> scales;
  for (const int decimals : {3, 2, 4, 1}) {
    scales.push_back(1 / rounded(root, decimals, DecimalRounding::half_up));
    scales.push_back(rounded(1 / root, decimals, DecimalRounding::half_up));
  }
  return scales;
}

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

HandCalculation::HandCalculation(const Problem& problem, const ExpectedSteps& expected)
    : scales_(written_scales(problem)) {
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
      values.flat(cell) =
          rounded(values.flat(cell), step.decimals[cell], way.rounding.value_or(DecimalRounding::half_up));
  }
}

/// One step on the way: computed, then rounded or taken as printed.
void HandCalculation::compute(Node& node, const Way& way) {
  const bool is_own_scale = node.name == "scaled" && !std::isnan(way.scale) && !node.operands.empty();
  const Attributes said = node.attributes;
  if (is_own_scale) std::get<attribute::Number>(node.attributes).value = way.scale;
  if (sums_up_hidden(node)) {
    const Operand mask = node.operands.back();
    node.operands.pop_back();
    float64.compute(node);
    node.operands.push_back(mask);
  } else {
    float64.compute(node);
  }
  if (is_own_scale) node.attributes = said;
  auto& values = std::get<Matrix<double>>(node.value);
  const PrintedStep* printed = printed_of(node);
  if (!printed) return;
  if (way.rounding && !node.operands.empty())
    for (std::size_t cell = 0; cell < values.size(); ++cell)
      values.flat(cell) = rounded(values.flat(cell), printed->decimals[cell], *way.rounding);
  take_printed(values, *printed, way);
}

const Matrix<double>& HandCalculation::values(const PrintedStep& step, const Way& way) {
  for (Node* node : ancestors(step)) compute(*node, way);
  // The step that is asked for is not rounded: how its digits come about is the question.
  compute(*step.node, {.scale = way.scale});
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

std::uint32_t HandCalculation::printed_before(const PrintedStep& step) {
  std::uint32_t bits = 0;
  for (const Node* node : ancestors(step))
    if (printed_of(*node)) bits |= bit_of(node->name);
  return bits;
}

/// True where to take a step as it is printed makes a difference: its numbers are not those that lead to it.
bool HandCalculation::is_rounded(const PrintedStep& step) {
  const Matrix<double>& exact = values(step, {});
  for (std::size_t cell = 0; cell < exact.size(); ++cell) {
    if (!step.is_stated[cell]) continue;
    const double printed = step.expected->values.flat(cell);
    if (std::abs(exact.flat(cell) - printed) > 1e-12 * std::abs(printed)) return true;
  }
  return false;
}

double HandCalculation::cost(const PrintedStep& step) {
  double sum = work(*step.node);
  for (const Node* node : ancestors(step)) sum += work(*node);
  return sum;
}

/// What may have been written for 1/√d_k, going by the printed scaled scores: all of them follow in some way.
const std::vector<double>& HandCalculation::scales_that_give(const PrintedStep& scaled) {
  const auto [entry, is_new] = scales_that_give_.try_emplace(scaled.node.get());
  if (!is_new) return entry->second;
  const std::vector<Way> all = ways(scaled);
  for (const double scale : scales_) {
    std::vector<bool> is_open = scaled.is_stated;
    for (const Way& way : all) {
      if (way.scale != scale) continue;
      const Matrix<double>& found = values(scaled, way);
      for (std::size_t cell = 0; cell < found.size(); ++cell) {
        const double printed = scaled.expected->values.flat(cell);
        if (scaled.is_wrong[cell] || prints_as(found.flat(cell), printed, scaled.decimals[cell]) ||
            cuts_to(found.flat(cell), printed, scaled.decimals[cell]))
          is_open[cell] = false;
      }
    }
    if (std::ranges::find(is_open, true) == is_open.end()) entry->second.push_back(scale);
  }
  return entry->second;
}

/// 1/√d_k itself, and what may have been written for it: of these only what gives the printed scaled scores,
/// if the step comes after them.
std::vector<double> HandCalculation::scales_for(const PrintedStep& step) {
  std::vector<double> scales{std::numeric_limits<double>::quiet_NaN()};
  const auto gives = [&](double scale, const PrintedStep& scaled) {
    if (scaled.node->name != "scaled") return true;
    if (std::ranges::find(ancestors(step), scaled.node.get()) == ancestors(step).end()) return true;
    return std::ranges::find(scales_that_give(scaled), scale) != scales_that_give(scaled).end();
  };
  for (const double scale : scales_)
    if (std::ranges::all_of(steps_, [&](const PrintedStep& scaled) { return gives(scale, scaled); }))
      scales.push_back(scale);
  return scales;
}

std::vector<Way> HandCalculation::ways(const PrintedStep& step) {
  std::vector<std::uint32_t> bits;  // of the steps before that are rounded, in their order
  for (const std::string_view name : names_)
    for (const PrintedStep& before : steps_)
      if (before.node->name == name && (printed_before(step) & bit_of(name)) != 0 && is_rounded(before)) {
        bits.push_back(bit_of(name));
        break;
      }
  const std::vector<double> scales = scales_for(step);
  std::vector<Way> ways;
  const std::size_t all = bits.size();
  const auto add = [&](std::uint32_t printed, std::optional<DecimalRounding> rounding) {
    for (const double scale : scales) ways.push_back({printed, rounding, scale});
  };
  // Every choice of printed steps, from all of them to none; of very many steps, the last ones.
  constexpr std::size_t most_chosen = 9;
  const std::size_t chosen = std::min(all, most_chosen);
  std::vector<std::uint32_t> choices;
  for (std::uint32_t choice = 0; choice < (std::uint32_t{1} << chosen); ++choice) {
    std::uint32_t printed = 0;
    for (std::size_t i = 0; i < all; ++i)
      if (i + chosen < all || (choice >> (i + chosen - all) & 1U) != 0) printed |= bits[i];
    choices.push_back(printed);
  }
  std::ranges::stable_sort(choices, std::ranges::greater{},
                           [](std::uint32_t choice) { return std::popcount(choice); });
  for (const std::uint32_t printed : choices) add(printed, {});
  // By hand from some step on: as printed up to there, rounded step by step behind it.
  for (const auto& rounding : decimal_roundings)
    for (std::size_t cut = 0; cut <= all; ++cut) {
      std::uint32_t printed = 0;
      for (std::size_t i = 0; i < cut; ++i) printed |= bits[i];
      add(printed, rounding.value);
    }
  // Nobody does large problems by hand; what is simplest is tried first.
  constexpr double most_work = 3e8;
  const double share = most_work / static_cast<double>(steps_.size());
  const auto most = static_cast<std::size_t>(std::max(8.0, share / cost(step)));
  if (ways.size() > most) ways.resize(most);
  return ways;
}

}  // namespace attn

#include "attn/evaluate.hpp"

#include <numeric>

#include "attn/op.hpp"
#include "attn/version.hpp"
#include "evaluate/distance.hpp"
#include "flash/backend.hpp"

namespace attn {

namespace {

using Builder = void (*)(const Problem& problem, Graph& graph, const PartDone& part_done);

Matrix<double> as_double(const Value& value) {
  if (const auto* matrix = std::get_if<Matrix<double>>(&value)) return *matrix;
  return xt::cast<double>(std::get<Matrix<float>>(value));
}

void hand_over(const Node& node, Sink& sink) {
  if (!sink.wants(node.name, node.place)) return;
  std::vector<StepOperand> operands;
  for (const Operand& operand : node.operands)
    operands.push_back({operand.node->id(), operand.rows, operand.columns});
  const auto* exact = std::get_if<Matrix<double>>(&node.value);
  const Matrix<double> widened = exact ? Matrix<double>() : as_double(node.value);
  sink.step({.id = node.id(),
             .name = node.name,
             .place = node.place,
             .op = node.op->name,
             .formula = node.op->formula(node),
             .operands = std::move(operands),
             .axes = node.axes,
             .values = exact ? *exact : widened,
             .note = node.note,
             .is_float32 = exact == nullptr});
}

void stream(Builder build, const Problem& problem, const Arithmetic& arithmetic, Sink& sink) {
  const auto visit = [&](Node& node) {
    arithmetic.compute(node);
    hand_over(node, sink);
  };
  Graph graph;
  build(problem, graph, [&](Graph& part) { part.drain(visit); });
  graph.drain(visit);
}

MaskSummary summarise(const MaskType& type, const Mask& mask, std::size_t n_q) {
  MaskSummary summary{type.name, mask.describe(), {}};
  for (const std::ptrdiff_t first : mask.first_positions()) {
    std::vector<std::ptrdiff_t>& positions = summary.positions.emplace_back(n_q);
    std::iota(positions.begin(), positions.end(), first);
  }
  return summary;
}

std::vector<MaskSummary> summarise(const Masks& masks, std::size_t n_q) {
  std::vector<MaskSummary> summaries;
  for (std::size_t i = 0; i < masks.list().size(); ++i)
    summaries.push_back(summarise(*masks.types()[i], *masks.list()[i], n_q));
  return summaries;
}

TraceHeader header_of(const Problem& problem, const Arithmetic& arithmetic) {
  std::vector<std::size_t> kv_head_of;
  for (std::size_t head = 0; head < problem.sizes.heads; ++head)
    kv_head_of.push_back(problem.sizes.kv_head(head));
  return {.version = std::string(version()),
          .title = problem.title,
          .notes = problem.notes,
          .dtype = arithmetic.name,
          .sizes = problem.sizes,
          .options = problem.options,
          .tokens = problem.tokens,
          .kv_head_of = std::move(kv_head_of),
          .masks = summarise(problem.masks, problem.sizes.n_q)};
}

/// Tile by tile, and held against the standard pipeline.
void run_tiled(const Problem& problem, Sink& sink, const Execution& execution) {
  KeepResults standard;
  stream(build_standard, problem, *execution.arithmetic, standard);
  CompareResults compare(standard, sink);
  stream(build_tiled, problem, *execution.arithmetic, compare);
  compare.end({});
}

void run_standard(const Problem& problem, Sink& sink, const Execution& execution) {
  stream(build_standard, problem, *execution.arithmetic, sink);
  sink.end({});
}

}  // namespace

void run(const Problem& problem, Sink& sink, const Execution& execution) {
  sink.begin(header_of(problem, *execution.arithmetic));
  switch (problem.options.backend) {
    case Backend::reference:
      return run_standard(problem, sink, execution);
    case Backend::tiled:
      return run_tiled(problem, sink, execution);
    case Backend::flash:
      return run_flash(problem, sink, execution);
  }
}

}  // namespace attn

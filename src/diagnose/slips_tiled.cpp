#include "diagnose/operations.hpp"
#include "diagnose/slip.hpp"

namespace attn::diagnosis {

namespace {

/// The correction of every tile but the first, before which there is nothing to correct.
std::vector<Ref> corrections(const EditedGraph& graph) {
  std::vector<Ref> later;
  for (const Ref& node : graph.all("correction", attn::op::exp))
    if (node->operands[0].node->op != &attn::op::fill) later.push_back(node);
  return later;
}

/// Operand 0 of what reads a correction, in nodes of that operation, becomes what `factor` makes of it.
template <class Factor>
bool replace_factor(EditedGraph& graph, const Op& reader, Factor factor) {
  bool changed = false;
  for (const Ref& correction : corrections(graph))
    for (const Ref& node : graph.all(reader))
      if (node->operands[0].node == correction) {
        node->operands[0] = factor(graph, correction);
        changed = true;
      }
  return changed;
}

Ref one(EditedGraph& graph, const Ref& correction) {
  return graph.add_beside(*correction, "factor", attn::op::fill, {},
                          attribute::Constant{correction->axes, 1});
}

Ref squared(EditedGraph& graph, const Ref& correction) {
  return graph.add_beside(*correction, "factor", mistaken::square, {correction});
}

bool keep_accumulator(EditedGraph& graph) {
  return replace_factor(graph, attn::op::accumulate, one);
}
bool keep_row_sum(EditedGraph& graph) {
  return replace_factor(graph, attn::op::rescale, one);
}
bool keep_both(EditedGraph& graph) {
  const bool sums = keep_row_sum(graph);
  return keep_accumulator(graph) && sums;
}

/// exp(m_new - m_old).
bool invert(EditedGraph& graph) {
  const std::vector<Ref> later = corrections(graph);
  for (const Ref& node : later) std::swap(node->operands[0], node->operands[1]);
  return !later.empty();
}

/// exp(m_old - max of the tile).
bool correct_by_tile(EditedGraph& graph) {
  const std::vector<Ref> later = corrections(graph);
  for (const Ref& node : later) node->operands[1] = graph.find("tile_max", node->place);
  return !later.empty();
}

Slip tiled(std::string name, std::string sentence, bool (*rewire)(EditedGraph&)) {
  return {std::move(name), std::move(sentence), "tiles", {}, rewire, nullptr, true};
}

}  // namespace

Slips tiled_slips() {
  return {
      tiled("not_rescaled(accumulator)",
            "tile by tile: the accumulator is not rescaled when the running maximum grows", keep_accumulator),
      tiled("not_rescaled(row_sum)", "tile by tile: the running sum is not rescaled when the maximum grows",
            keep_row_sum),
      tiled("not_rescaled(both)",
            "tile by tile: neither accumulator nor running sum is rescaled when the maximum grows",
            keep_both),
      tiled("rescaled_by(inverse)", "tile by tile: what was summed up is rescaled by e^(m_new - m_old)",
            invert),
      tiled("rescaled_by(tile_max)",
            "tile by tile: what was summed up is rescaled by e^(m_old - tile_max), with the maximum of the "
            "tile "
            "and not the running one",
            correct_by_tile),
      tiled("rescaled_twice", "tile by tile: the accumulator is rescaled twice",
            [](EditedGraph& graph) { return replace_factor(graph, attn::op::accumulate, squared); }),
  };
}

}  // namespace attn::diagnosis

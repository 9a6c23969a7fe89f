#pragma once

#include "attn/graph.hpp"
#include "attn/op.hpp"
#include "computed.hpp"

namespace attn::computed {

/// All nodes of a problem, in order: tiled where it has a tile.
inline Graph graph_of(const Problem& problem) {
  Graph graph;
  (problem.options.tile ? build_tiled : build_standard)(problem, graph, {});
  return graph;
}

inline std::vector<std::string> ids_of(const Graph& graph) {
  std::vector<std::string> ids;
  for (const Ref& node : graph.nodes()) ids.push_back(node->id());
  return ids;
}

inline const Node& node_of(const Graph& graph, const std::string& id) {
  for (const Ref& node : graph.nodes())
    if (node->id() == id) return *node;
  FAIL("no node ", id);
  throw std::logic_error(id);
}

/// An array with numbers of no meaning.
inline Array filled(Shape shape) {
  Array array{shape, std::vector<double>(element_count(shape)), false, {}};
  for (std::size_t i = 0; i < array.values.size(); ++i) array.values[i] = static_cast<double>(i % 7) - 3;
  return array;
}

/// The same problem with numbers in every array that has none.
inline std::vector<Said> with_values(std::vector<Said> said) {
  for (Said& one : said)
    if (auto* array = std::get_if<Array>(&one.value); array && !has_values(*array))
      *array = filled(array->shape);
  return said;
}

}  // namespace attn::computed

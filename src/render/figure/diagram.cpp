#include "render/figure/diagram.hpp"

#include <algorithm>
#include <utility>

namespace attn {
namespace {

/// Row blocks, and tiles in a row, that are drawn each: so few that Mermaid, which draws up to 500 arrows,
/// does.
constexpr std::size_t most_tiles = 4;

/// The innermost coordinate.
std::size_t index_in(const Place& place) {
  for (const auto& coordinate : {place.tile_col, place.tile_row, place.head, place.batch})
    if (coordinate) return *coordinate;
  return 0;
}

/// The part of that place; nullptr where it was folded or has never been there.
template <class Group>
Group* part_of(Group& group, const Place& place) {
  const auto part = std::ranges::find(group.groups, place, &DiagramGroup::place);
  return part == group.groups.end() ? nullptr : &*part;
}

bool is_folded(const DiagramGroup& group, const Place& place) {
  const std::size_t index = index_in(place);
  return group.folded.count > 0 && index >= group.folded.first && index <= group.folded.last;
}

/// What a part, and all that is in it, reads: into the sources of what is folded in `group`.
void collect_sources(const DiagramGroup& part, DiagramGroup& group) {
  const auto collect = [&](const std::string& id) { group.folded.sources.insert(id); };
  for (const DiagramNode& node : part.nodes)
    for (const auto& source : node.sources) collect(source.id);
  for (const std::string& id : part.folded.sources) collect(id);
  for (const DiagramGroup& inner : part.groups) collect_sources(inner, group);
}

/// Whether the step of that id lies in a part of `group` that is not kept.
bool lies_in_folded(const DiagramGroup& group, std::string_view id) {
  const std::vector<Place> levels = levels_of(parse_id(id).place);
  const std::size_t depth = levels_of(group.place).size();
  if (levels.size() <= depth || (depth > 0 && levels[depth - 1] != group.place)) return false;
  return is_folded(group, levels[depth]) && part_of(group, levels[depth]) == nullptr;
}

/// Folds all parts but the first and the last.
void fold_middle(DiagramGroup& group) {
  const auto first = group.groups.begin() + 1;
  const auto last = group.groups.end() - 1;
  DiagramGroup::Folded& folded = group.folded;
  if (folded.count == 0) folded.first = first->index;
  folded.last = std::max(folded.last, (last - 1)->index);
  folded.count += static_cast<std::size_t>(last - first);
  for (auto part = first; part != last; ++part) collect_sources(*part, group);
  group.groups.erase(first, last);
  std::erase_if(folded.sources, [&](const std::string& id) { return lies_in_folded(group, id); });
}

bool is_tile(const Place& place) {
  return place.tile_row.has_value();
}

/// A step of a head or batch entry that is not the first one.
void fold_in(DiagramGroup& group, std::size_t index, const DiagramNode& node) {
  DiagramGroup::Folded& folded = group.folded;
  if (folded.count == 0) folded.first = index;
  if (folded.count == 0 || index > folded.last) ++folded.count;
  folded.last = std::max(folded.last, index);
  for (const auto& source : node.sources)
    if (!lies_in_folded(group, source.id)) folded.sources.insert(source.id);
}

}  // namespace

std::vector<Place> levels_of(const Place& place) {
  std::vector<Place> levels;
  Place level;
  const auto add = [&](std::optional<std::size_t> Place::*coordinate) {
    if (!(place.*coordinate)) return;
    level.*coordinate = place.*coordinate;
    levels.push_back(level);
  };
  for (const auto coordinate : {&Place::batch, &Place::head, &Place::tile_row, &Place::tile_col})
    add(coordinate);
  return levels;
}

void Diagram::add(DiagramNode node) {
  DiagramGroup* group = &root_;
  for (const Place& level : levels_of(node.place)) {
    DiagramGroup* part = part_of(*group, level);
    if (part == nullptr && !is_full_ && !is_tile(level) && !group->groups.empty()) {
      fold_in(*group, index_in(level), node);
      return;
    }
    if (part == nullptr && is_folded(*group, level)) return;
    if (part == nullptr) {
      group->groups.push_back({.place = level, .index = index_in(level)});
      const std::size_t most = group->folded.count > 0 ? 2 : most_tiles;
      if (!is_full_ && group->groups.size() > most) fold_middle(*group);
      part = &group->groups.back();
    }
    group = part;
  }
  group->nodes.push_back(std::move(node));
}

Diagram::End Diagram::find(std::string_view id) const {
  const DiagramGroup* group = &root_;
  for (const Place& level : levels_of(parse_id(id).place)) {
    const DiagramGroup* part = part_of(*group, level);
    if (part == nullptr) return {nullptr, is_folded(*group, level) ? group : nullptr};
    group = part;
  }
  const auto node = std::ranges::find(group->nodes, id, &DiagramNode::id);
  return {node == group->nodes.end() ? nullptr : &*node, nullptr};
}

}  // namespace attn

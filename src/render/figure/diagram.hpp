#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "attn/graph.hpp"

namespace attn {

/// A step in a picture of the pipeline.
struct DiagramNode {
  enum class Look { given, computed, skipped };
  struct Source {
    std::string id;     ///< of the operand
    std::string label;  ///< "[0:2]", the block that is read; empty: the whole
  };

  std::string id;
  Place place;
  Look look = Look::computed;
  std::vector<std::string> lines = {};  ///< what is written into it
  std::vector<Source> sources = {};
};

/// Steps of one batch entry, head, row block or tile, and in it those of its heads and tiles. Of batch
/// entries and heads the first one is kept, of many row blocks and tiles, which go on from each other, the
/// first and the last. The others are folded into one place: a picture of 64 equal heads shows nothing more.
struct DiagramGroup {
  struct Folded {
    std::size_t first = 0;  ///< index of the first one
    std::size_t last = 0;
    std::size_t count = 0;               ///< 0: nothing is folded
    std::set<std::string> sources = {};  ///< ids of steps outside that it reads
  };

  Place place;
  std::size_t index = 0;  ///< among its siblings
  std::vector<DiagramNode> nodes = {};
  std::vector<DiagramGroup> groups = {};
  Folded folded = {};
};

/// The coordinates of a place one after the other: batch entry, head, row block, tile.
std::vector<Place> levels_of(const Place& place);

/// Steps in their groups. Memory grows with what is shown, not with the number of heads or tiles.
class Diagram {
 public:
  /// `is_full`: nothing is folded.
  explicit Diagram(bool is_full) : is_full_(is_full) {}

  void add(DiagramNode node);
  const DiagramGroup& root() const { return root_; }

  /// Where an arrow from the step of that id begins: at the step, at the place into which it was folded, or,
  /// where the trace does not show it, nowhere.
  struct End {
    const DiagramNode* node = nullptr;
    const DiagramGroup* folded_in = nullptr;
    bool is_nowhere() const { return node == nullptr && folded_in == nullptr; }
    bool operator==(const End&) const = default;
  };
  End find(std::string_view id) const;

 private:
  bool is_full_;
  DiagramGroup root_ = {};
};

}  // namespace attn

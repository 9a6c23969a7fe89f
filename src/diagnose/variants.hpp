#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "attn/problem.hpp"
#include "diagnose/edited_graph.hpp"
#include "diagnose/slip.hpp"

namespace attn::diagnosis {

/// No, one or two slips, and the tile of those that are slips of a tiled kernel.
struct Attempt {
  std::vector<const Slip*> slips;
  std::optional<std::size_t> tile = {};  ///< keys in one
};

/// A problem and its graph, as slips have left them.
struct Variant {
  std::shared_ptr<const Problem> problem;
  EditedGraph graph;
  const Arithmetic* arithmetic;
};

/// A problem, and what becomes of it by slips.
class Variants {
 public:
  /// Throws InputError where the problem is not valid.
  Variants(RawProblem raw, const Arithmetic& arithmetic);

  const Problem& base() const { return *base_; }
  const RawProblem& raw() const { return raw_; }
  /// Nothing where a slip has nothing to change, or leaves no valid problem.
  std::optional<Variant> make(const Attempt& attempt) const;
  /// The sizes of tile to try: that of the problem, or those that kernels have.
  std::vector<std::size_t> tiles() const;
  const Arithmetic& arithmetic() const { return arithmetic_; }
  bool has_tile() const { return tile_.has_value(); }

 private:
  std::shared_ptr<const Problem> restated(const Attempt& attempt) const;

  RawProblem raw_;  ///< without names, expectations and tiles
  std::optional<Tile> tile_;
  const Arithmetic& arithmetic_;
  std::shared_ptr<const Problem> base_;
};

}  // namespace attn::diagnosis

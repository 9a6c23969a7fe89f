#pragma once

#include <optional>
#include <vector>

#include "attn/formula.hpp"
#include "attn/tensor.hpp"

namespace attn {

/// A rectangle of cells.
struct Cells {
  Range rows;
  Range columns;

  bool operator==(const Cells&) const = default;
};

/// For each of so many operands the rectangle in its block that the cells of a step come from; nothing where
/// they come from none.
std::vector<std::optional<Cells>> reach_of(const Formula& formula, const Cells& cells, std::size_t operands);

}  // namespace attn

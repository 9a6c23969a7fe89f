#include "formula/reach.hpp"

#include <algorithm>
#include <utility>

namespace attn {

namespace {

using Kind = Formula::Kind;

Range around(const Range& a, const Range& b) {
  return {std::min(a.begin, b.begin), std::max(a.end, b.end)};
}

/// Goes down a formula with a rectangle of its cells.
class Reach {
 public:
  explicit Reach(std::size_t operands) : reached(operands) {}

  void add(const Formula& formula, const Cells& cells) {
    switch (formula.kind) {
      case Kind::whole:
        return add_operand(formula.operand, cells);
      case Kind::per_row:
        return add_operand(formula.operand, {cells.rows, {0, 1}});
      case Kind::per_column:
        return add_operand(formula.operand, {cells.columns, {0, 1}});
      case Kind::transposed:
        return add(formula.terms[0], {cells.columns, cells.rows});
      case Kind::matmul:
        if (formula.mask) add_operand(*formula.mask, {cells.rows, {0, formula.length}});
        add(formula.terms[0], {cells.rows, {0, formula.length}});
        return add(formula.terms[1], {{0, formula.length}, cells.columns});
      case Kind::row_max:
      case Kind::row_sum:
        return add(formula.terms[0], {cells.rows, {0, formula.length}});
      case Kind::beside:
      case Kind::below:
        return add_parts(formula, cells);
      default:
        for (const Formula& term : formula.terms) add(term, cells);
    }
  }

  std::vector<std::optional<Cells>> reached;

 private:
  void add_operand(std::size_t operand, const Cells& cells) {
    if (cells.rows.size() == 0 || cells.columns.size() == 0) return;
    auto& there = reached.at(operand);
    there = there ? Cells{around(there->rows, cells.rows), around(there->columns, cells.columns)} : cells;
  }

  /// Of each part what lies in the rectangle.
  void add_parts(const Formula& formula, const Cells& cells) {
    const bool is_below = formula.kind == Kind::below;
    const Range along = is_below ? cells.rows : cells.columns;
    std::size_t first = 0;
    for (const Formula& term : formula.terms) {
      const Range part{std::max(along.begin, first), std::min(along.end, first + term.length)};
      if (part.begin < part.end) {
        const Range within{part.begin - first, part.end - first};
        add(term, is_below ? Cells{within, cells.columns} : Cells{cells.rows, within});
      }
      first += term.length;
    }
  }
};

}  // namespace

std::vector<std::optional<Cells>> reach_of(const Formula& formula, const Cells& cells, std::size_t operands) {
  Reach reach(operands);
  reach.add(formula, cells);
  return std::move(reach.reached);
}

}  // namespace attn

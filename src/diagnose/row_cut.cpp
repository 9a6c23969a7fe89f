#include "diagnose/row_cut.hpp"

#include <algorithm>
#include <array>
#include <unordered_map>

#include "diagnose/edited_graph.hpp"
#include "diagnose/operations.hpp"

namespace attn::diagnosis {

namespace {

/// An operation whose rows come from the same rows of its operands, but for some operands, of which all rows
/// are read.
struct RowByRow {
  const Op* op;
  unsigned read_whole;  ///< a bit for each of these operands
};
constexpr unsigned none = 0;
constexpr unsigned all = ~0U;
constexpr std::array row_by_row{
    RowByRow{&attn::op::linear, 0b110},
    RowByRow{&attn::op::matmul_transposed, 0b10},
    RowByRow{&attn::op::weighted_sum, 0b10},
    RowByRow{&attn::op::select, none},
    RowByRow{&attn::op::scale, none},
    RowByRow{&attn::op::softcap, none},
    RowByRow{&attn::op::add_mask, none},
    RowByRow{&attn::op::row_max, none},
    RowByRow{&attn::op::subtract, none},
    RowByRow{&attn::op::exp, none},
    RowByRow{&attn::op::row_sum, none},
    RowByRow{&attn::op::normalise, none},
    RowByRow{&attn::op::lse, none},
    RowByRow{&mistaken::add_finite, none},
    RowByRow{&mistaken::add_plainly, none},
    RowByRow{&mistaken::add_product, none},
    RowByRow{&mistaken::fill_hidden, none},
    RowByRow{&mistaken::masked_weights, none},
    RowByRow{&mistaken::softmax_across, none},
    RowByRow{&mistaken::lse_plus_inf, none},
    RowByRow{&mistaken::mean, none},
};

class RowCut {
 public:
  explicit RowCut(const Range& rows) : rows_(rows) {}

  Ref cut(const Ref& node) {
    const auto found = cuts_.find(node.get());
    if (found != cuts_.end()) return found->second;
    return cuts_[node.get()] = make(*node, node);
  }

 private:
  Ref make(const Node& node, const Ref& whole) {
    auto cut = std::make_shared<Node>(node);
    cut->axes[0].size = rows_.size();
    if (node.op == &attn::op::mask) {
      Range& rows = std::get<attribute::Bias>(cut->attributes).block.rows;
      rows = {rows.begin + rows_.begin, rows.begin + rows_.end};
    } else if (const unsigned read_whole = whole_operands(node); read_whole != all) {
      for (std::size_t i = 0; i < cut->operands.size(); ++i)
        if ((read_whole >> i & 1) == 0) cut->operands[i] = operand(node.operands[i]);
      keep_empty_rows(*cut);
    } else {
      rewire(*cut, attn::op::select, {{whole, rows_, {}}});
    }
    return cut;
  }

  /// `all`: the operation does not go row by row. A joining of rows does not; one of columns does.
  static unsigned whole_operands(const Node& node) {
    if (const auto* along = std::get_if<attribute::Along>(&node.attributes);
        along && node.op == &attn::op::concat)
      return along->axis == 1 ? none : all;
    const auto found = std::ranges::find(row_by_row, node.op, &RowByRow::op);
    return found == row_by_row.end() ? all : found->read_whole;
  }

  /// A block of rows of an operand is computed whole.
  Operand operand(const Operand& operand) {
    if (operand.rows)
      return {operand.node, Range{operand.rows->begin + rows_.begin, operand.rows->begin + rows_.end},
              operand.columns};
    return {cut(operand.node), {}, operand.columns};
  }

  void keep_empty_rows(Node& node) const {
    auto* empty = std::get_if<attribute::EmptyRows>(&node.attributes);
    if (!empty) return;
    std::erase_if(empty->rows, [&](std::size_t row) { return row < rows_.begin || row >= rows_.end; });
    for (std::size_t& row : empty->rows) row -= rows_.begin;
  }

  Range rows_;
  std::unordered_map<const Node*, Ref> cuts_;
};

}  // namespace

Ref cut_rows(const Ref& node, const Range& rows) {
  return RowCut(rows).cut(node);
}

}  // namespace attn::diagnosis

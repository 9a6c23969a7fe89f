#include "graph/masking.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <limits>

#include "attn/op.hpp"
#include "graph/heads.hpp"

namespace attn {

namespace {

bool hides_all(const double* first, const double* last) {
  return std::all_of(first, last,
                     [](double bias) { return bias == -std::numeric_limits<double>::infinity(); });
}

}  // namespace

Masking::Owner Masking::owner(std::size_t batch, std::size_t head) const {
  const bool by_head = problem_.masks.varies_by_head();
  return {by_head || problem_.masks.varies_by_batch() ? batch : 0, by_head ? head : 0};
}

Ref Masking::node(std::size_t batch, std::size_t head) {
  const Owner now = owner(batch, head);
  if (node_owner_ == now) return node_;
  const bool by_head = problem_.masks.varies_by_head();
  const bool by_batch = by_head || problem_.masks.varies_by_batch();
  const Place place = place_of(problem_.sizes, by_batch ? std::optional(batch) : std::nullopt,
                               by_head ? std::optional(head) : std::nullopt);
  const MaskBlock whole{now.batch, now.head, {0, problem_.sizes.n_q}, {0, problem_.sizes.n_k}};
  node_owner_ = now;
  node_ = graph_.add("mask", place, op::mask, {}, attribute::Bias{&problem_.masks, whole});
  return node_;
}

Ref Masking::tile(std::size_t batch, std::size_t head, const Place& place, const Range& rows,
                  const Range& columns) {
  const MaskBlock block{batch, head, rows, columns};
  const Matrix<double> bias = problem_.masks.bias(block);
  if (hides_all(bias.data(), bias.data() + bias.size())) return nullptr;
  return graph_.add("mask", place, op::mask, {}, attribute::Bias{&problem_.masks, block});
}

const std::vector<std::size_t>& Masking::empty_rows(std::size_t batch, std::size_t head) {
  const Owner now = owner(batch, head);
  if (rows_owner_ != now) {
    rows_owner_ = now;
    empty_rows_ = find_empty_rows(now);
  }
  return empty_rows_;
}

std::vector<std::size_t> Masking::find_empty_rows(const Owner& owner) const {
  std::vector<std::size_t> rows;
  if (problem_.sizes.n_k > 0 && !any()) return rows;
  for (std::size_t row = 0; row < problem_.sizes.n_q; ++row)
    if (problem_.masks.hide_all(owner.batch, owner.head, row, problem_.sizes.n_k)) rows.push_back(row);
  return rows;
}

attribute::EmptyRows empty_in(const std::vector<std::size_t>& rows, const Range& block, EmptyRow gives) {
  attribute::EmptyRows empty{{}, gives};
  for (const std::size_t row : rows)
    if (row >= block.begin && row < block.end) empty.rows.push_back(row - block.begin);
  return empty;
}

std::string note_of(const attribute::EmptyRows& empty, std::size_t first) {
  if (empty.rows.empty()) return "";
  constexpr std::size_t most = 12;
  std::vector<std::string> shown;
  for (std::size_t i = 0; i < std::min(empty.rows.size(), most); ++i)
    shown.push_back(fmt::format("#{}", first + empty.rows[i]));
  return fmt::format("no visible key for {} {}{}", empty.rows.size() == 1 ? "query" : "queries",
                     fmt::join(shown, ", "),
                     empty.rows.size() > most ? fmt::format(", … ({} in all)", empty.rows.size()) : "");
}

}  // namespace attn

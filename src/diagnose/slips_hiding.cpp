#include <algorithm>
#include <limits>

#include "diagnose/mask_edit.hpp"
#include "diagnose/operations.hpp"
#include "masks/common.hpp"

namespace attn::diagnosis {

namespace {

/// A number that stands for -inf.
struct Sentinel {
  std::string_view name;
  double value;
  std::string_view in_words;
};
constexpr double lowest = static_cast<double>(std::numeric_limits<float>::lowest());
constexpr Sentinel sentinels[]{
    {"-1e9", -1e9, "-1e9"}, {"-10000", -10000, "-10000"}, {"lowest", lowest, "the lowest float32"}};

/// Scores + mask become another operation of the two.
bool replace_add_mask(EditedGraph& graph, const Op& op, const Attributes& attributes = {}) {
  const std::vector<Ref> masked = graph.all(attn::op::add_mask);
  if (masked.empty() || graph.is_tiled()) return false;
  for (const Ref& node : masked) rewire(*node, op, node->operands, attributes);
  return true;
}

/// The same, and hidden keys take part in all that follows.
bool replace_hiding(EditedGraph& graph, const Op& op, const Attributes& attributes = {}) {
  graph.forget_hidden();
  return replace_add_mask(graph, op, attributes);
}

Slip filled(std::string_view name, double value, std::string sentence) {
  return {fmt::format("sentinel({})", name), std::move(sentence), "hiding", {}, [value](EditedGraph& graph) {
            return replace_hiding(graph, mistaken::fill_hidden, attribute::Number{value, ""});
          }};
}

/// The number is added to the score, once for all masks.
Slip added(const Sentinel& sentinel) {
  const auto restate = [value = sentinel.value](RawProblem& raw, const Problem& base) {
    if (raw.masks.empty()) return false;
    const Masks masks(raw.masks, base.sizes, base.has("past_K"));
    const Varies varies{masks.varies_by_batch(), masks.varies_by_head()};
    raw.masks = {additive(base.sizes, varies, [&](const MaskCell& cell) {
      const double bias =
          masks.bias({cell.batch, cell.head, {cell.query, cell.query + 1}, {cell.key, cell.key + 1}})(0, 0);
      return bias == hidden ? value : bias;
    })};
    return true;
  };
  return {fmt::format("sentinel_added({})", sentinel.name),
          fmt::format("{} is added to the score of a hidden key, in place of -inf: a row that sees no key is "
                      "the softmax of its scores",
                      sentinel.in_words),
          "hiding", restate};
}

/// Every mask adds the number once more. Two lowest floats are -inf, and a row of these is NaN.
Slip summed(const Sentinel& sentinel) {
  const auto restate = [value = sentinel.value](RawProblem& raw, const Problem& base) {
    if (raw.masks.size() < 2) return false;
    std::vector<MaskValues> masks;
    for (std::size_t i = 0; i < raw.masks.size(); ++i)
      masks.emplace_back(raw.masks, i, base.sizes, base.has("past_K"));
    Varies varies{};
    for (const MaskValues& mask : masks) {
      varies.by_batch = varies.by_batch || mask.varies().by_batch;
      varies.by_head = varies.by_head || mask.varies().by_head;
    }
    raw.masks = {additive(base.sizes, varies, [&](const MaskCell& cell) {
      double sum = 0;
      for (const MaskValues& mask : masks) sum += mask.hides(cell) ? value : mask.at(cell);
      return sum < lowest ? hidden : sum;
    })};
    raw.settings["empty_row"] = {"empty_row", std::string(name_of(empty_rows, EmptyRow::nan))};
    return true;
  };
  return {fmt::format("sentinel_summed({})", sentinel.name),
          fmt::format("every mask that hides a key adds {} to its score, in place of -inf; beyond the range "
                      "of float32 their sum is -inf",
                      sentinel.in_words),
          "hiding", restate};
}

/// Finite terms of a mask are added to the scores all the same.
bool mask_weights(EditedGraph& graph) {
  if (graph.is_tiled()) return false;
  const std::vector<Ref> weights = graph.all("weights", attn::op::normalise);
  for (const Ref& node : weights) {
    const Ref masked = graph.find("masked", node->place);
    if (!masked || masked->op != &attn::op::add_mask) return false;
    const Operand mask = masked->operands[1];
    rewire(*masked, mistaken::add_finite, masked->operands);
    rewire(*node, mistaken::masked_weights, {node->operands[0], node->operands[1], mask});
  }
  graph.forget_hidden();
  return !weights.empty();
}

/// Weights of 0 are multiplied with what they hide.
bool sum_hidden_values(EditedGraph& graph) {
  bool changed = false;
  for (const Ref& node : graph.all(attn::op::weighted_sum)) {
    changed = changed || node->operands.size() > 2;
    node->operands.resize(2, Operand(nullptr));
  }
  return changed;
}

Slip empty_row(EmptyRow gives, std::string sentence) {
  const auto name = name_of(empty_rows, gives);
  return {fmt::format("empty_row({})", name), std::move(sentence), "empty row",
          [gives, name](RawProblem& raw, const Problem& base) {
            raw.settings["empty_row"] = {"empty_row", std::string(name)};
            return base.options.empty_row != gives;
          }};
}

bool sees_nothing(const Node& node) {
  const auto* empty = std::get_if<attribute::EmptyRows>(&node.attributes);
  return empty && !empty->rows.empty() && empty->gives == EmptyRow::zero;
}

/// 0 / 0 at the end; the log-sum-exp, which nobody divides, stays -inf.
bool divide_by_nothing(EditedGraph& graph) {
  bool changed = false;
  for (const Ref& node : graph.nodes()) {
    if (!sees_nothing(*node) || node->op == &attn::op::lse) continue;
    std::get<attribute::EmptyRows>(node->attributes).gives = EmptyRow::nan;
    changed = true;
  }
  return changed;
}

bool lse_plus_inf(EditedGraph& graph) {
  bool changed = false;
  for (const Ref& node : graph.all(attn::op::lse)) {
    if (!sees_nothing(*node)) continue;
    rewire(*node, mistaken::lse_plus_inf, node->operands, node->attributes);
    changed = true;
  }
  return changed;
}

}  // namespace

Slips hiding_slips() {
  Slips slips;
  slips.push_back(empty_row(EmptyRow::nan, "a query that sees no key gives NaN"));
  slips.push_back(empty_row(EmptyRow::zero, "a query that sees no key gives zeros"));
  slips.push_back({"empty_row(nan, lse -inf)",
                   "a query that sees no key gives 0 / 0, which is NaN, and the log-sum-exp -inf",
                   "empty row",
                   {},
                   divide_by_nothing});
  slips.push_back({"lse(+inf)",
                   "the log-sum-exp of a query that sees no key is +inf, not -inf",
                   "lse",
                   {},
                   lse_plus_inf});
  slips.push_back({"mask_after_softmax",
                   "the weights of hidden keys are set to 0 after the softmax, and the others are not "
                   "normalised again",
                   "hiding",
                   {},
                   mask_weights});
  for (const Sentinel& sentinel : sentinels)
    slips.push_back(
        filled(sentinel.name, sentinel.value,
               fmt::format("the score of a hidden key is set to {}, not to -inf: a row that sees no "
                           "key is the mean of all values",
                           sentinel.in_words)));
  slips.push_back(filled("0", 0, "scores are multiplied by the mask: that of a hidden key is 0, not -inf"));
  for (const Sentinel& sentinel : sentinels) slips.push_back(added(sentinel));
  for (const Sentinel& sentinel : sentinels) slips.push_back(summed(sentinel));
  slips.push_back({"mask_times_inf",
                   "the mask is made as (0 or 1) times -inf, and 0 times -inf is NaN",
                   "hiding",
                   {},
                   [](EditedGraph& graph) { return replace_hiding(graph, mistaken::add_product); }});
  slips.push_back({"hidden_scores_leak",
                   "NaN in the score of a hidden key stays: NaN plus -inf is NaN",
                   "hiding",
                   {},
                   [](EditedGraph& graph) { return replace_add_mask(graph, mistaken::add_plainly); }});
  slips.push_back({"hidden_values_leak",
                   "NaN in a hidden value reaches the output: 0 times NaN is NaN",
                   "hiding",
                   {},
                   sum_hidden_values});
  return slips;
}

}  // namespace attn::diagnosis

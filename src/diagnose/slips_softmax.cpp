#include <algorithm>
#include <cmath>
#include <numbers>

#include "diagnose/operations.hpp"
#include "diagnose/slip.hpp"
#include "problem/settings.hpp"

namespace attn::diagnosis {

namespace {

bool erase(RawProblem& raw, const char* key) {
  return raw.settings.erase(key) > 0;
}

/// c tanh(s / c) · scale is a softcap of c · scale after the scale.
bool cap_before_scale(RawProblem& raw, const Problem& base) {
  if (!base.options.softcap || !base.options.scale) return false;
  const double scale = std::abs(*base.options.scale);
  if (scale == 1 || scale == 0) return false;
  raw.settings["softcap"] = {"softcap", *base.options.softcap * scale};
  return true;
}

/// What was masked by -inf is -c, and takes part.
bool cap_after_mask(EditedGraph& graph) {
  const std::vector<Ref> caps = graph.all(attn::op::softcap);
  for (const Ref& capped : caps) {
    const Ref masked = graph.find("masked", capped->place);
    if (graph.is_tiled() || !masked || masked->op != &attn::op::add_mask) return false;
    const Attributes cap = capped->attributes;
    rewire(*capped, attn::op::add_mask, {capped->operands[0], masked->operands[1]});
    rewire(*masked, attn::op::softcap, {capped}, cap);
    std::swap(capped->name, masked->name);
  }
  graph.forget_hidden();
  return !caps.empty();
}

/// What the softmax of a head sees: the operand of its `shifted`, or without a row maximum of its `exp`.
Ref softmax_input(const EditedGraph& graph, const Place& place) {
  const Ref shifted = graph.find("shifted", place);
  const Ref exp = graph.find("exp", place);
  return shifted ? shifted->operands[0].node : exp ? exp->operands[0].node : nullptr;
}

bool over_queries(EditedGraph& graph) {
  const std::vector<Ref> weights = graph.all("weights", attn::op::normalise);
  for (const Ref& node : weights)
    rewire(*node, mistaken::softmax_over_queries, {softmax_input(graph, node->place)});
  graph.forget_hidden();
  return !weights.empty();
}

bool over_heads(EditedGraph& graph) {
  if (graph.problem().sizes.heads == 1) return false;
  const std::vector<Ref> weights = graph.all("weights", attn::op::normalise);
  for (const Ref& node : weights) {
    std::vector<Operand> operands{softmax_input(graph, node->place)};
    for (const Ref& other : weights)
      if (other->place.batch == node->place.batch) operands.push_back(softmax_input(graph, other->place));
    rewire(*node, mistaken::softmax_across, std::move(operands));
  }
  graph.forget_hidden();
  return !weights.empty();
}

/// The weights are exponentials; in the tiled pipeline the accumulator is the output.
bool keep_unnormalised(EditedGraph& graph) {
  const std::vector<Ref> divisions = graph.all(attn::op::normalise);
  for (const Ref& node : divisions) rewire(*node, attn::op::select, {node->operands[0]});
  return !divisions.empty();
}

/// 2^x is e^(x ln 2).
bool powers_of_two(EditedGraph& graph) {
  const std::vector<Ref> exponentials = graph.all("exp", attn::op::exp);
  if (graph.is_tiled()) return false;
  for (const Ref& node : exponentials) {
    const attribute::Number logarithm{std::numbers::ln2, ""};
    node->operands = {graph.add_beside(*node, "exponent", attn::op::scale, node->operands, logarithm)};
  }
  return !exponentials.empty();
}

bool lse_base_2(EditedGraph& graph) {
  const std::vector<Ref> logarithms = graph.all("lse", attn::op::lse);
  for (const Ref& node : logarithms) {
    const Ref natural =
        graph.add_beside(*node, "natural_lse", attn::op::lse, node->operands, node->attributes);
    rewire(*node, attn::op::scale, {natural}, attribute::Number{std::numbers::log2e, ""});
  }
  return !logarithms.empty();
}

bool lse_without_maximum(EditedGraph& graph) {
  bool changed = false;
  for (const Ref& node : graph.all("lse", attn::op::lse)) {
    changed = changed || node->operands.size() > 1;
    node->operands = {node->operands.back()};
  }
  return changed;
}

bool without_maximum(RawProblem& raw, const Problem& base) {
  raw.settings["softmax"] = {"softmax", std::string(name_of(softmaxes, Softmax::naive))};
  return base.options.softmax != Softmax::naive;
}

}  // namespace

Slips softmax_slips() {
  return {
      {"no_max_subtraction",
       "the row maximum is not subtracted before the exponential, which overflows for large scores",
       "softmax", without_maximum},
      {"softcap_missing", "there is no softcap", "softcap",
       [](RawProblem& raw, const Problem&) { return erase(raw, "softcap"); }},
      {"softcap_after_mask",
       "the softcap comes after the mask: a hidden key has the score -c, not -inf",
       "softcap",
       {},
       cap_after_mask},
      {"softcap_before_scale", "the softcap comes before the scale", "softcap", cap_before_scale},
      {"softmax_over(query)",
       "the softmax runs over the queries: columns sum up to 1, not rows",
       "softmax",
       {},
       over_queries},
      {"softmax_over(head)", "the softmax runs over the heads, not over the keys", "softmax", {}, over_heads},
      {"not_normalised", "the exponentials are not divided by their sum", "softmax", {}, keep_unnormalised},
      {"exp_base_2",
       "the exponential is 2^x, without the factor log2(e) that would make it e^x",
       "softmax",
       {},
       powers_of_two},
      {"lse(base_2)", "the log-sum-exp is a logarithm to base 2, not a natural one", "lse", {}, lse_base_2},
      {"lse(no_max)",
       "the log-sum-exp is the logarithm of the row sum alone, without the row maximum",
       "lse",
       {},
       lse_without_maximum},
  };
}

}  // namespace attn::diagnosis

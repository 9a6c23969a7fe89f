#include "graph/heads.hpp"

#include <vector>

#include "attn/op.hpp"
#include "graph/fused.hpp"

namespace attn {

Heads::Heads(const Problem& problem, Graph& graph)
    : problem_(problem),
      graph_(graph),
      sources_{Source(problem, graph, roles[0]), Source(problem, graph, roles[1]),
               Source(problem, graph, roles[2])} {
  // X stands before the weights, as in an article, unless every batch entry has its own.
  const Input* x = problem_.input("X");
  if (x && !x->has_axis('b')) renew_embeddings();
  if (problem_.has("W_QKV")) {
    split_fused();
    return;
  }
  for (Source& source : sources_)
    source.add_parameters(source.role().by_kv_head ? memory_width() : "d_model");
}

/// What the columns of X_kv are called, which may be others than X has.
std::string_view Heads::memory_width() const {
  const Input* memory = problem_.input("X_kv");
  return memory && memory->size('d') != problem_.sizes.d_model ? "d_kv" : "d_model";
}

/// W_QKV and b_QKV become W_Q, W_K, W_V and b_Q, b_K, b_V; everything after that is as if these had been
/// given.
void Heads::split_fused() {
  const Input& w = *problem_.input("W_QKV");
  const Input* b = problem_.input("b_QKV");
  const std::size_t out_axis = problem_.options.weights_layout == WeightsLayout::in_out ? 1 : 0;
  Axes axes{{"d_model", w.size('i')}, {"d_model", w.size('i')}};
  axes[out_axis] = {"q_k_v", w.size('o')};
  const Ref weights = graph_.add("W_QKV", {}, op::input, {}, attribute::Slice{&w, 0, 0, axes});
  const Ref biases =
      b ? graph_.add("b_QKV", {}, op::input, {}, attribute::Slice{b, 0, 0, {axes[out_axis]}}) : nullptr;
  for (std::size_t role = 0; role < roles.size(); ++role) {
    const Ref weight = fused_part(role, roles[role].weight, weights, out_axis);
    sources_[role].set_parameters(weight, biases ? fused_part(role, roles[role].bias, biases, 0) : nullptr);
  }
}

Ref Heads::fused_part(std::size_t role, std::string_view name, const Ref& fused, std::size_t axis) {
  std::vector<Operand> parts;
  for (const Range& range : fused_columns(problem_.sizes, *problem_.options.qkv_packing, role)) {
    if (axis == 0)
      parts.push_back({fused, range, {}});
    else
      parts.push_back({fused, {}, range});
  }
  const Op& op = parts.size() == 1 ? op::select : op::concat;
  return graph_.add(name, {}, op, std::move(parts), attribute::Along{axis, sources_[role].all_columns()});
}

Ref Heads::embedding(std::string_view name, std::string_view rows, std::string_view width) {
  const Input& x = *problem_.input(name);
  const Place place = place_of(problem_.sizes, x.has_axis('b') ? std::optional(batch_) : std::nullopt);
  const Axes axes{{rows, x.size('n')}, {width, x.size('d')}};
  return graph_.add(name, place, op::input, {}, attribute::Slice{&x, batch_, 0, axes});
}

void Heads::renew_embeddings() {
  const auto is_new = [&](const Ref& x, std::string_view name) {
    const Input* given = problem_.input(name);
    return given && (!x || given->has_axis('b'));
  };
  if (is_new(x_, "X")) x_ = embedding("X", "query", "d_model");
  if (is_new(x_kv_, "X_kv")) x_kv_ = embedding("X_kv", "key", memory_width());
}

void Heads::enter(std::size_t batch) {
  batch_ = batch;
  renew_embeddings();
  for (Source& source : sources_) source.enter(batch, source.role().by_kv_head && x_kv_ ? x_kv_ : x_);
}

HeadTensors Heads::of(std::size_t head) {
  HeadTensors tensors;
  tensors.q = sources_[0].of(head);
  tensors.k = sources_[1].of(head);
  tensors.v = sources_[2].of(head);
  const Axes axes{{"query", problem_.sizes.n_q}, {"key", problem_.sizes.n_k}};
  for (const std::string_view name : {"scores", "scaled"})
    if (const Input* given = problem_.input(name))
      tensors.scores = graph_.add(name, place_of(problem_.sizes, batch_, head), op::input, {},
                                  attribute::Slice{given, batch_, head, axes});
  return tensors;
}

}  // namespace attn

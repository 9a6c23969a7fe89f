#include "graph/heads.hpp"

#include <fmt/format.h>

#include "attn/op.hpp"
#include "graph/fused.hpp"

namespace attn {

namespace {

/// One of Q, K and V: its names in the problem and in the trace.
struct Role {
  std::string_view name;     ///< "K"
  std::string_view weight;   ///< "W_K"
  std::string_view bias;     ///< "b_K"
  std::string_view past;     ///< "past_K"
  std::string_view fresh;    ///< "K_new": the rows that are not cached
  std::string_view rows;     ///< "key"
  std::string_view columns;  ///< "d_k"
  std::string_view packed;   ///< "kv_heads·d_k": the columns of all heads side by side
};

constexpr std::array<Role, 3> roles{{
    {"Q", "W_Q", "b_Q", "past_Q", "Q", "query", "d_k", "heads·d_k"},
    {"K", "W_K", "b_K", "past_K", "K_new", "key", "d_k", "kv_heads·d_k"},
    {"V", "W_V", "b_V", "past_V", "V_new", "key", "d_v", "kv_heads·d_v"},
}};

}  // namespace

Place place_of(const Sizes& sizes, std::optional<std::size_t> batch, std::optional<std::size_t> head) {
  Place place;
  if (sizes.batch > 1) place.batch = batch;
  if (sizes.heads > 1) place.head = head;
  return place;
}

Heads::Heads(const Problem& problem, Graph& graph) : problem_(problem), sizes_(problem.sizes), graph_(graph) {
  // X stands before the weights, as in an article, unless every batch entry has its own.
  const Input* x = problem_.input("X");
  if (x && !x->has_axis('b')) renew_embeddings();
  if (problem_.has("W_QKV"))
    split_fused();
  else
    add_parameters();
}

void Heads::add_parameters() {
  for (std::size_t role = 0; role < roles.size(); ++role) {
    sources_[role].weights = parameters(roles[role].weight, role);
    sources_[role].biases = parameters(roles[role].bias, role);
  }
}

std::size_t Heads::stored_heads(std::size_t role) const {
  return role == 0 ? sizes_.heads : sizes_.kv_heads;
}

std::size_t Heads::stored_head(std::size_t role, std::size_t head) const {
  return role == 0 ? head : sizes_.kv_head(head);
}

/// What the first row that is not cached is the number of.
std::size_t Heads::first_row(std::size_t role) const {
  return role == 0 ? 0 : sizes_.n_past;
}

/// What the columns of X, or of X_kv where these are others, are called.
std::string_view Heads::width_of(std::size_t role) const {
  const Input* memory = role > 0 ? problem_.input("X_kv") : nullptr;
  return memory && memory->size('d') != sizes_.d_model ? "d_kv" : "d_model";
}

/// True where each head has its own input or its own weights, false where heads lie side by side.
bool Heads::stands_alone(std::size_t role) const {
  const Input* given = problem_.input(roles[role].name);
  return given ? given->has_axis('h') : sources_[role].weights.size() > 1;
}

Ref Heads::input(std::string_view name, const Place& place, std::size_t head, const Axes& axes) {
  return graph_.add(name, place, op::input, {}, attribute::Slice{problem_.input(name), batch_, head, axes});
}

/// The weight matrices or biases of a role: one for all heads, one per stored head, or none.
std::vector<Ref> Heads::parameters(std::string_view name, std::size_t role) {
  const Input* given = problem_.input(name);
  if (!given) return {};
  const bool per_head = given->has_axis('h') && stored_heads(role) > 1;
  const std::string_view out = stored_heads(role) == 1 || per_head ? roles[role].columns : roles[role].packed;
  Axes axes;
  for (const char letter : given->axes)
    if (letter != 'h') axes.push_back({letter == 'i' ? width_of(role) : out, given->size(letter)});

  std::vector<Ref> nodes;
  for (std::size_t head = 0; head < (per_head ? stored_heads(role) : 1); ++head) {
    Place place;
    if (per_head) place.head = head;
    nodes.push_back(input(name, place, head, axes));
    if (per_head && role > 0 && sizes_.heads != sizes_.kv_heads)
      nodes.back()->note = fmt::format("of kv head {}", head);
  }
  return nodes;
}

/// W_QKV and b_QKV become W_Q, W_K, W_V and b_Q, b_K, b_V; everything after that is as if these had been
/// given.
void Heads::split_fused() {
  const Input& w = *problem_.input("W_QKV");
  const std::size_t out_axis = problem_.options.weights_layout == WeightsLayout::in_out ? 1 : 0;
  Axes axes{{"d_model", w.size('i')}, {"d_model", w.size('i')}};
  axes[out_axis] = {"q_k_v", w.size('o')};
  const Ref fused = input("W_QKV", {}, 0, axes);
  const Ref fused_bias = problem_.has("b_QKV") ? input("b_QKV", {}, 0, {{"q_k_v", w.size('o')}}) : nullptr;
  for (std::size_t role = 0; role < roles.size(); ++role) {
    sources_[role].weights = {fused_part(role, roles[role].weight, fused, out_axis)};
    if (fused_bias) sources_[role].biases = {fused_part(role, roles[role].bias, fused_bias, 0)};
  }
}

Ref Heads::fused_part(std::size_t role, std::string_view name, const Ref& fused, std::size_t axis) {
  std::vector<Operand> parts;
  for (const Range& range : fused_columns(sizes_, *problem_.options.qkv_packing, role)) {
    if (axis == 0)
      parts.push_back({fused, range, {}});
    else
      parts.push_back({fused, {}, range});
  }
  const std::string_view columns = stored_heads(role) > 1 ? roles[role].packed : roles[role].columns;
  const Op& op = parts.size() == 1 ? op::select : op::concat;
  return graph_.add(name, {}, op, std::move(parts), attribute::Along{axis, columns});
}

Ref Heads::embedding(std::string_view name, std::string_view rows) {
  const Input& x = *problem_.input(name);
  return input(name, place_of(sizes_, x.has_axis('b') ? std::optional(batch_) : std::nullopt), 0,
               {{rows, x.size('n')}, {width_of(name == "X" ? 0 : 1), x.size('d')}});
}

void Heads::renew_embeddings() {
  const auto renew = [&](Ref& x, std::string_view name, std::string_view rows) {
    const Input* given = problem_.input(name);
    if (given && (!x || given->has_axis('b'))) x = embedding(name, rows);
  };
  renew(x_, "X", "query");
  renew(x_kv_, "X_kv", "key");
}

void Heads::enter(std::size_t batch) {
  batch_ = batch;
  renew_embeddings();
  for (std::size_t role = 0; role < roles.size(); ++role)
    if (!stands_alone(role)) sources_[role].packed = all_heads(role);
}

/// Q, K or V of all heads side by side, [n, heads·d]; null where the problem has none.
Ref Heads::all_heads(std::size_t role) {
  const Place place = place_of(sizes_, batch_);
  const std::string_view name = problem_.has(roles[role].past) ? roles[role].fresh : roles[role].name;
  if (problem_.has(roles[role].name)) return given(role, name, place, 0);
  return sources_[role].weights.empty() ? nullptr : project(role, name, place, 0);
}

Ref Heads::given(std::size_t role, std::string_view name, const Place& place, std::size_t stored) {
  const Input& input = *problem_.input(roles[role].name);
  const bool side_by_side = !input.has_axis('h') && stored_heads(role) > 1;
  const std::string_view columns = side_by_side ? roles[role].packed : roles[role].columns;
  const Axes axes{{roles[role].rows, input.size('n'), first_row(role)}, {columns, input.size('d')}};
  return graph_.add(name, place, op::input, {}, attribute::Slice{&input, batch_, stored, axes});
}

/// x W + b with the weights of one stored head, or of all.
Ref Heads::project(std::size_t role, std::string_view name, const Place& place, std::size_t stored) {
  const Source& source = sources_[role];
  const bool alone = source.weights.size() > 1;
  std::vector<Operand> operands{{role > 0 && x_kv_ ? x_kv_ : x_, {}, {}}, source.weights[alone ? stored : 0]};
  if (!source.biases.empty()) operands.push_back(source.biases[alone ? stored : 0]);
  const bool transposed = problem_.options.weights_layout == WeightsLayout::out_in;
  const std::string_view columns =
      alone || stored_heads(role) == 1 ? roles[role].columns : roles[role].packed;
  return graph_.add(name, place, op::linear, std::move(operands),
                    attribute::Projection{roles[role].rows, first_row(role), columns, transposed});
}

/// The rows of Q, K or V that this head has from the problem or from its projection, without cached ones.
Ref Heads::own(std::size_t role, std::size_t head, std::string_view name) {
  const std::size_t stored = stored_head(role, head);
  const Place place = place_of(sizes_, batch_, head);
  if (const Ref& packed = sources_[role].packed) {
    const std::size_t width = packed->axes[1].size / stored_heads(role);
    if (!place.head) return packed;
    const Range columns{stored * width, (stored + 1) * width};
    Ref node = graph_.add(name, place, op::select, {{packed, {}, columns}},
                          attribute::Along{1, roles[role].columns});
    node->note = fmt::format("{} of all heads, side by side", name);
    return node;
  }
  return problem_.has(roles[role].name) ? given(role, name, place, stored)
                                        : project(role, name, place, stored);
}

Ref Heads::tensor(std::size_t role, std::size_t head) {
  if (!sources_[role].packed && !stands_alone(role)) return nullptr;
  const Place place = place_of(sizes_, batch_, head);
  const Input* past = problem_.input(roles[role].past);
  Ref node = own(role, head, past ? roles[role].fresh : roles[role].name);
  if (past) {
    const Axes axes{{roles[role].rows, past->size('n')}, {roles[role].columns, past->size('d')}};
    const Ref cached = input(roles[role].past, place, stored_head(role, head), axes);
    node = graph_.add(roles[role].name, place, op::concat, {cached, node},
                      attribute::Along{0, roles[role].rows});
  }
  if (role > 0 && sizes_.heads != sizes_.kv_heads)
    node->note += fmt::format("{}kv head {} of {}", node->note.empty() ? "" : "; ", stored_head(role, head),
                              sizes_.kv_heads);
  return node;
}

HeadTensors Heads::of(std::size_t head) {
  HeadTensors tensors;
  tensors.q = tensor(0, head);
  tensors.k = tensor(1, head);
  tensors.v = tensor(2, head);
  for (const std::string_view name : {"scores", "scaled"}) {
    const Axes axes{{"query", sizes_.n_q}, {"key", sizes_.n_k}};
    if (problem_.has(name)) tensors.scores = input(name, place_of(sizes_, batch_, head), head, axes);
  }
  return tensors;
}

}  // namespace attn

#include "graph/source.hpp"

#include <fmt/format.h>

#include "attn/op.hpp"

namespace attn {

Place place_of(const Sizes& sizes, std::optional<std::size_t> batch, std::optional<std::size_t> head) {
  Place place;
  if (sizes.batch > 1) place.batch = batch;
  if (sizes.heads > 1) place.head = head;
  return place;
}

Source::Source(const Problem& problem, Graph& graph, const Role& role)
    : problem_(problem),
      graph_(graph),
      role_(role),
      given_(problem.input(role.name)),
      past_(problem.input(role.past)),
      stored_heads_(role.by_kv_head ? problem.sizes.kv_heads : problem.sizes.heads),
      own_name_(past_ ? role.fresh : role.name) {}

std::size_t Source::stored_head(std::size_t head) const {
  return role_.by_kv_head ? problem_.sizes.kv_head(head) : head;
}

void Source::add_parameters(std::string_view width) {
  weights_ = parameters(role_.weight, width);
  biases_ = parameters(role_.bias, width);
}

void Source::set_parameters(Ref weight, Ref bias) {
  weights_ = {std::move(weight)};
  if (bias) biases_ = {std::move(bias)};
}

/// One node for all heads, one per stored head, or none.
std::vector<Ref> Source::parameters(std::string_view name, std::string_view width) {
  const Input* input = problem_.input(name);
  if (!input) return {};
  const bool apart = input->has_axis('h') && stored_heads_ > 1;
  Axes axes;
  for (const char letter : input->axes)
    if (letter != 'h') axes.push_back({letter == 'i' ? width : columns(apart), input->size(letter)});

  std::vector<Ref> nodes;
  for (std::size_t head = 0; head < (apart ? stored_heads_ : 1); ++head) {
    Place place;
    if (apart) place.head = head;
    nodes.push_back(graph_.add(name, place, op::input, {}, attribute::Slice{input, 0, head, axes}));
    if (apart && stored_heads_ != problem_.sizes.heads)
      nodes.back()->note = fmt::format("of kv head #{}", head);
  }
  return nodes;
}

void Source::enter(std::size_t batch, const Ref& x) {
  batch_ = batch;
  x_ = x;
  const bool apart = given_ ? given_->has_axis('h') : weights_.size() != 1;
  if (!apart) packed_ = rows_of(own_name_, place_of(problem_.sizes, batch), 0);
}

/// The rows that are not cached: of one stored head, or of all of them side by side.
Ref Source::rows_of(std::string_view name, const Place& place, std::size_t stored) {
  return given_ ? add_input(*given_, name, place, stored) : project(name, place, stored);
}

Ref Source::add_input(const Input& input, std::string_view name, const Place& place, std::size_t stored) {
  const std::size_t first = &input == given_ && role_.by_kv_head ? problem_.sizes.n_past : 0;
  const bool apart = &input == past_ || input.has_axis('h');
  const Axes axes{{role_.rows, input.size('n'), first}, {columns(apart), input.size('d')}};
  return graph_.add(name, place, op::input, {}, attribute::Slice{&input, batch_, stored, axes});
}

/// x W + b.
Ref Source::project(std::string_view name, const Place& place, std::size_t stored) {
  const bool apart = weights_.size() > 1;
  std::vector<Operand> operands{x_, weights_[apart ? stored : 0]};
  if (!biases_.empty()) operands.push_back(biases_[apart ? stored : 0]);
  const attribute::Projection projection{role_.rows, role_.by_kv_head ? problem_.sizes.n_past : 0,
                                         columns(apart),
                                         problem_.options.weights_layout == WeightsLayout::out_in};
  return graph_.add(name, place, op::linear, std::move(operands), projection);
}

/// What a head has without cached rows.
Ref Source::own(std::size_t head) {
  const std::size_t stored = stored_head(head);
  const Place place = place_of(problem_.sizes, batch_, head);
  if (!packed_) return rows_of(own_name_, place, stored);
  if (!place.head) return packed_;
  const std::size_t width = packed_->axes[1].size / stored_heads_;
  const Range columns{stored * width, (stored + 1) * width};
  Ref node =
      graph_.add(own_name_, place, op::select, {{packed_, {}, columns}}, attribute::Along{1, role_.columns});
  node->note = fmt::format("{} of all heads, side by side", own_name_);
  return node;
}

Ref Source::of(std::size_t head) {
  if (!given_ && weights_.empty()) return nullptr;
  const Place place = place_of(problem_.sizes, batch_, head);
  Ref node = own(head);
  if (past_)
    node = graph_.add(role_.name, place, op::concat,
                      {add_input(*past_, role_.past, place, stored_head(head)), node},
                      attribute::Along{0, role_.rows});
  if (stored_heads_ != problem_.sizes.heads)
    node->note +=
        fmt::format("{}kv head #{} of {}", node->note.empty() ? "" : "; ", stored_head(head), stored_heads_);
  return node;
}

}  // namespace attn

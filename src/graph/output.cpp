#include "graph/output.hpp"

#include "attn/op.hpp"
#include "graph/heads.hpp"

namespace attn {

std::string_view shown_name(const Problem& problem, std::string_view name) {
  const bool one_head = problem.sizes.heads == 1;
  const bool projected = problem.has("W_O");
  if (name == "masked" && problem.masks.empty()) name = "capped";
  if (name == "capped" && !problem.options.softcap) name = "scaled";
  if (name == "concat") name = one_head ? "context" : projected ? "concat" : "output";
  if (name == "context" && one_head && !projected) name = "output";
  return name;
}

std::string shown_id(const Problem& problem, std::string_view id) {
  const auto [name, place] = parse_id(id);
  return id_of(shown_name(problem, name), place);
}

void OutputStage::add_parameters() {
  const auto add_input = [&](std::string_view name, const Axes& axes) {
    const Input* input = problem_.input(name);
    return input ? graph_.add(name, {}, op::input, {}, attribute::Slice{input, 0, 0, axes}) : nullptr;
  };
  const Sizes& sizes = problem_.sizes;
  Axes axes{{"heads·d_v", sizes.heads * sizes.d_v}, {"d_out", sizes.d_out}};
  if (problem_.options.weights_layout == WeightsLayout::out_in) std::swap(axes[0], axes[1]);
  w_o_ = add_input("W_O", axes);
  b_o_ = add_input("b_O", {{"d_out", sizes.d_out}});
}

void OutputStage::add(std::size_t batch, const std::vector<Ref>& contexts) {
  const Place place = place_of(problem_.sizes, batch);
  Ref joined = contexts[0];
  if (contexts.size() > 1) {
    std::vector<Operand> heads;
    for (const Ref& context : contexts) heads.push_back(context);
    joined = graph_.add(shown_name(problem_, "concat"), place, op::concat, std::move(heads),
                        attribute::Along{1, "heads·d_v"});
  }
  if (!problem_.has("W_O")) return;
  if (!w_o_) add_parameters();
  std::vector<Operand> operands{joined, w_o_};
  if (b_o_) operands.push_back(b_o_);
  const bool transposed = problem_.options.weights_layout == WeightsLayout::out_in;
  graph_.add("output", place, op::linear, std::move(operands),
             attribute::Projection{"query", 0, "d_out", transposed});
}

}  // namespace attn

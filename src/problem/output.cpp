#include <fmt/format.h>

#include "attn/error.hpp"
#include "problem/draft.hpp"

namespace attn {

void take_output(Draft& draft) {
  Problem& problem = draft.problem;
  problem.sizes.d_out = problem.sizes.heads * problem.sizes.d_v;
  const Setting* w_o = draft.find("W_O");
  const Setting* b_o = draft.find("b_O");
  if (b_o && !w_o) throw InputError(b_o->where + ": there is no W_O to go with it");
  if (!w_o) return;
  if (problem.sizes.d_v == 0)
    throw InputError(w_o->where + ": the problem has no V, so there is nothing to project");
  const bool in_out = problem.options.weights_layout == WeightsLayout::in_out;
  const Input& w = take(draft, "W_O", in_out ? "io" : "oi");
  const std::size_t in = problem.sizes.d_out;
  problem.sizes.d_out = w.size('o');
  require_shape(w, in_out ? Shape{in, w.size('o')} : Shape{w.size('o'), in},
                fmt::format("heads {} x d_v {}", problem.sizes.heads, problem.sizes.d_v));
  if (b_o) require_shape(take(draft, "b_O", "o"), {w.size('o')}, "one number per column of W_O");
}

}  // namespace attn

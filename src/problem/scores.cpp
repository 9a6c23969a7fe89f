#include <array>

#include "attn/error.hpp"
#include "problem/draft.hpp"

namespace attn {

void take_scores(Draft& draft) {
  constexpr std::array<std::string_view, 3> spellings{"qk", "hqk", "bhqk"};
  Sizes& sizes = draft.problem.sizes;
  const std::string_view key = draft.find("scaled") ? "scaled" : "scores";
  const Input& scores = take_by_rank(draft, key, spellings);
  sizes.batch = scores.has_axis('b') ? scores.size('b') : 1;
  sizes.heads = count_or(draft, "heads", scores.has_axis('h') ? scores.size('h') : 1, 1);
  sizes.n_q = scores.size('q');
  sizes.n_k = scores.size('k');
  if (const Setting* said = draft.find("d_k")) sizes.d_k = count(*said);
  if (key == "scores" && !draft.find("scale") && !draft.find("d_k"))
    throw InputError(scores.where + ": say \"scale\", or \"d_k\" for a scale of 1/sqrt(d_k)");

  const Setting* v = draft.find("V");
  const std::string_view axes = v ? layout_axes(draft, "V") : "";
  const std::size_t at = axes.find('h');
  const bool apart = at != std::string_view::npos && array(*v).shape.size() == axes.size();
  sizes.kv_heads = count_or(draft, "kv_heads", apart ? array(*v).shape[at] : 0, sizes.heads);
  require_groups(draft, scores);
  if (v) take_values(draft);
}

}  // namespace attn

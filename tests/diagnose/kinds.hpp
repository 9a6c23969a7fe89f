#pragma once

// Kinds of problems, each with many random numbers, so that every slip has some on which it shows.

#include <string>
#include <vector>

#include "computed.hpp"
#include "diagnose/fresh_problem.hpp"

namespace attn::diagnosed {

using computed::mask_spec;
using computed::Said;

inline Array bools(Shape shape, std::vector<double> values) {
  return {std::move(shape), std::move(values), true, {}};
}

struct Kind {
  std::string name;
  std::vector<Said> said;
  std::vector<MaskSpec> masks = {};
  double spread = 1;
};

inline MaskSpec boolean_mask() {
  return mask_spec("boolean", {{"true_means", "attend"},
                               {"values", bools({3, 5}, {1, 0, 1, 1, 0, 0, 0, 0, 0, 0, 1, 1, 0, 1, 1})}});
}

inline MaskSpec padding_mask(std::vector<double> lengths) {
  const Shape shape{lengths.size()};
  return mask_spec("padding", {{"key_lengths", Array{shape, std::move(lengths), false, {}}}});
}

inline MaskSpec additive_mask() {
  return mask_spec(
      "additive",
      {{"values", Array{{3, 5}, {0.5, -1, 2, 0, 1, 1, 1.5, -2, 0.25, 3, -0.5, 0, 0, -3, 1}, false, {}}}});
}

inline MaskSpec hiding_terms() {
  const double hidden = -computed::inf;
  return mask_spec("additive", {{"values", Array{{1, 5}, {0, hidden, 0, 0, hidden}, false, {}}}});
}

inline std::vector<Kind> kinds() {
  const std::vector<Said> cross{{"Q", {3, 2}}, {"K", {5, 2}}, {"V", {5, 3}}};
  const std::vector<Said> square{{"Q", {4, 4}}, {"K", {4, 4}}, {"V", {4, 4}}};
  const std::vector<Said> long_row{{"Q", {2, 4}}, {"K", {40, 4}}, {"V", {40, 2}}};
  const std::vector<Said> batches{
      {"layout", "bhnd"}, {"Q", {2, 2, 3, 2}}, {"K", {2, 2, 5, 2}}, {"V", {2, 2, 5, 2}}};
  const MaskSpec bottom = mask_spec("causal", {{"align", "bottom-right"}});
  const auto window = [](int left, int right) {
    return mask_spec("window", {{"left", left}, {"right", right}, {"align", "bottom-right"}});
  };
  return {
      {"cross", cross},
      {"cross, large", cross, {}, 3000},
      {"scaled by one half", {{"Q", {3, 4}}, {"K", {5, 4}}, {"V", {5, 3}}, {"scale", 0.3}}},
      {"scaled by two", {{"Q", {3, 4}}, {"K", {5, 4}}, {"V", {5, 3}}, {"scale", 2}}},
      {"square", square},
      {"causal", square, {mask_spec("causal")}},
      {"causal, bottom-right", cross, {bottom}},
      {"window", cross, {window(2, 1)}},
      {"causal window", cross, {bottom, window(3, 0)}},
      {"alibi",
       {{"Q", {2, 3, 2}}, {"K", {2, 5, 2}}, {"V", {2, 5, 2}}},
       {mask_spec("alibi", {{"slopes", "auto"}, {"align", "bottom-right"}})}},
      {"alibi, steep",
       {{"Q", {2, 3, 4}}, {"K", {2, 5, 4}}, {"V", {2, 5, 2}}},
       {mask_spec("alibi", {{"slopes", Array{{2}, {2, 1}, false, {}}}, {"align", "top-left"}})}},
      {"boolean", cross, {boolean_mask()}},
      {"boolean, NaN", {{"Q", {3, 2}}, {"K", {5, 2}}, {"V", {5, 3}}, {"empty_row", "nan"}}, {boolean_mask()}},
      {"boolean and causal", cross, {boolean_mask(), bottom}},
      {"additive", {{"Q", {3, 4}}, {"K", {5, 4}}, {"V", {5, 3}}}, {additive_mask()}},
      {"additive, hiding", cross, {hiding_terms()}},
      {"additive, hiding, NaN", cross, {hiding_terms()}},
      {"padding", batches, {padding_mask({4, 1})}},
      {"padding and causal", batches, {padding_mask({4, 2}), bottom}},
      {"padding and window", batches, {padding_mask({4, 3}), window(1, 0)}},
      {"padding and alibi",
       batches,
       {padding_mask({4, 3}), mask_spec("alibi", {{"slopes", "auto"}, {"align", "bottom-right"}})}},
      {"softcap", {{"Q", {3, 4}}, {"K", {5, 4}}, {"V", {5, 3}}, {"softcap", 1.5}}, {bottom}, 3},
      {"grouped", {{"layout", "hnd"}, {"Q", {4, 3, 2}}, {"K", {2, 5, 2}}, {"V", {2, 5, 2}}}},
      {"side by side", {{"heads", 2}, {"Q", {3, 4}}, {"K", {5, 4}}, {"V", {5, 4}}}},
      {"bnhd", {{"layout", "bnhd"}, {"Q", {1, 3, 2, 2}}, {"K", {1, 5, 2, 2}}, {"V", {1, 5, 2, 2}}}},
      {"projected",
       {{"heads", 2},
        {"X", {5, 4}},
        {"W_Q", {4, 4}},
        {"W_K", {4, 4}},
        {"W_V", {4, 4}},
        {"W_O", {4, 4}},
        {"b_Q", {4}},
        {"b_K", {4}},
        {"b_V", {4}},
        {"b_O", {4}}}},
      {"projected, narrow",
       {{"heads", 2}, {"X", {3, 6}}, {"X_kv", {5, 6}}, {"W_Q", {6, 4}}, {"W_K", {6, 4}}, {"W_V", {6, 4}}}},
      {"fused", {{"heads", 2}, {"X", {4, 3}}, {"W_QKV", {3, 12}}, {"b_QKV", {12}}, {"qkv_packing", "q_k_v"}}},
      {"fused, square", {{"heads", 2}, {"X", {4, 6}}, {"W_QKV", {6, 6}}, {"qkv_packing", "per_head"}}},
      {"cache",
       {{"Q", {2, 2}}, {"K", {2, 2}}, {"V", {2, 2}}, {"past.K", {3, 2}}, {"past.V", {3, 2}}},
       {mask_spec("causal")}},
      {"long", long_row, {}, 4},
      {"long, in tiles",
       {{"Q", {2, 4}}, {"K", {40, 4}}, {"V", {40, 2}}, {"tile.rows", 2}, {"tile.cols", 7}},
       {},
       4},
      {"scores", {{"scores", {3, 5}}, {"V", {5, 2}}, {"d_k", 4}}, {boolean_mask()}},
      {"scaled", {{"scaled", {2, 3, 5}}, {"V", {2, 5, 2}}}, {boolean_mask()}},
  };
}

/// A problem of that kind, with the numbers of that seed.
inline RawProblem fresh(const Kind& kind, std::uint64_t seed) {
  const RawProblem raw = computed::raw_problem(kind.said, kind.masks);
  const auto base = make_problem(raw);
  RawProblem fresh = diagnosis::fresh_problem(raw, *base, {base->sizes, kind.spread}, seed);
  // Key 1 is the one that `hiding_terms` hides.
  if (kind.name == "additive, hiding, NaN")
    for (const char* key : {"K", "V"}) {
      auto& [shape, values, booleans, unstated, literals] = std::get<Array>(fresh.settings[key].value);
      values[shape[1]] = computed::nan;
    }
  return fresh;
}

}  // namespace attn::diagnosed

#pragma once

// Random problems of every kind, for what holds for all of them.

#include <algorithm>

#include "evaluate/random.hpp"

namespace attn::computed {

struct Kind {
  std::string name;
  std::vector<Said> said;
  std::vector<MaskSpec> masks;

  std::shared_ptr<const Problem> problem() const { return problem_of(said, masks); }
  /// The same in tiles.
  Kind tiled(std::size_t rows, std::size_t columns) const {
    Kind tiled = *this;
    tiled.name += ", in tiles";
    tiled.said.emplace_back("tile.rows", rows);
    tiled.said.emplace_back("tile.cols", columns);
    return tiled;
  }
};

inline Kind with(const Kind& kind, std::string name, const std::vector<Said>& more,
                 std::vector<MaskSpec> masks = {}) {
  Kind made{std::move(name), kind.said, std::move(masks)};
  made.said.insert(made.said.end(), more.begin(), more.end());
  return made;
}

/// Some entries of a mask hidden, among them a whole row.
inline Array hidden_in(Array values, double hidden) {
  for (std::size_t i = 0; i < values.values.size(); ++i)
    if (i % 3 == 1 || (i >= 8 && i < 16)) values.values[i] = hidden;
  return values;
}

/// Q, K and V of [n, 8]; `size` is how large numbers of Q and K are.
inline Kind plain_kind(Numbers& numbers, std::size_t n, double size = 2) {
  return {"plain",
          {{"Q", numbers({n, 8}, -size, size)}, {"K", numbers({8, 8}, -size, size)}, {"V", numbers({8, 5})}},
          {}};
}

/// Problems that start at Q, K and V, or in the middle.
inline std::vector<Kind> given_kinds(Numbers& numbers, double size) {
  const Kind plain = plain_kind(numbers, 6, size);
  Array seen = hidden_in(Array{{6, 8}, std::vector<double>(48, 1), false, {}}, 0);
  seen.booleans = true;
  Array poisoned = numbers({8, 5});
  for (std::size_t j = 0; j < 10; ++j) poisoned.values[30 + j] = j % 2 == 0 ? nan : inf;
  const Array heads = numbers({2, 4, 6, 3}, -size, size);
  const Array kv_heads = numbers({2, 2, 8, 3}, -size, size);
  return {
      plain,
      with(plain, "softcap", {{"softcap", 5}}),
      with(plain_kind(numbers, 6, std::min(size, 2.0)), "naive", {{"softmax", "naive"}}),
      with(plain, "scale", {{"scale", 0.3}}),
      with(plain, "causal", {}, {mask_spec("causal", {{"align", "bottom-right"}})}),
      with(plain, "window", {{"softcap", 3}},
           {mask_spec("window", {{"left", 1}, {"right", 2}, {"align", "top-left"}})}),
      with(plain, "alibi", {}, {mask_spec("alibi", {{"slopes", "auto"}, {"align", "bottom-right"}})}),
      with(plain, "boolean", {}, {mask_spec("boolean", {{"true_means", "attend"}, {"values", seen}})}),
      with(plain, "boolean, NaN", {{"empty_row", "nan"}},
           {mask_spec("boolean", {{"true_means", "attend"}, {"values", seen}})}),
      with(plain, "additive", {},
           {mask_spec("additive", {{"values", hidden_in(numbers({6, 8}, -9, 1), -inf)}})}),
      with(plain, "mask of a large number", {},
           {mask_spec("additive", {{"values", hidden_in(numbers({6, 8}, -1e-3, 0), -1e9)}})}),
      {"poisoned",
       {{"Q", heads}, {"K", kv_heads}, {"V", numbers({2, 2, 8, 5})}},
       {mask_spec("padding", {{"key_lengths", Array{{2}, {6, 3}, false, {}}}})}},
      {"hidden NaN",
       {plain.said[0], plain.said[1], {"V", poisoned}},
       {mask_spec("padding", {{"key_lengths", Array{{1}, {6}, false, {}}}})}},
      {"visible NaN", {plain.said[0], plain.said[1], {"V", poisoned}}, {}},
      {"cache",
       {{"Q", numbers({3, 4})},
        {"K", numbers({3, 4})},
        {"V", numbers({3, 2})},
        {"past.K", numbers({5, 4})},
        {"past.V", numbers({5, 2})}},
       {mask_spec("causal")}},
      {"scores", {{"scores", numbers({6, 8}, -size, size)}, {"scale", 0.7}, {"V", numbers({8, 5})}}, {}},
      {"scaled", {{"scaled", numbers({6, 8}, -size, size)}}, {}},
      {"one key", {{"Q", numbers({3, 2})}, {"K", numbers({1, 2})}, {"V", numbers({1, 2})}}, {}},
      {"no key", {{"scaled", numbers({3, 0})}, {"V", numbers({0, 2})}}, {}},
  };
}

/// Problems that start at X.
inline std::vector<Kind> projected_kinds(Numbers& numbers) {
  return {
      {"projected",
       {{"X", numbers({6, 5})},
        {"W_Q", numbers({5, 4})},
        {"W_K", numbers({5, 4})},
        {"W_V", numbers({5, 6})},
        {"b_Q", numbers({4})},
        {"b_K", numbers({4})},
        {"W_O", numbers({6, 3})},
        {"b_O", numbers({3})},
        {"heads", 2}},
       {mask_spec("causal")}},
      {"projected, stored as out_in",
       {{"X", numbers({6, 5})},
        {"X_kv", numbers({7, 5})},
        {"W_Q", numbers({8, 5})},
        {"W_K", numbers({4, 5})},
        {"W_V", numbers({4, 5})},
        {"W_O", numbers({3, 8})},
        {"heads", 4},
        {"kv_heads", 2},
        {"weights_layout", "out_in"}},
       {}},
      {"fused",
       {{"X", numbers({6, 5})},
        {"W_QKV", numbers({5, 12})},
        {"b_QKV", numbers({12})},
        {"heads", 2},
        {"qkv_packing", "per_head"}},
       {}},
  };
}

/// All of them, also in tiles.
inline std::vector<Kind> kinds(std::uint64_t seed, double size = 2) {
  Numbers numbers(seed);
  std::vector<Kind> kinds = given_kinds(numbers, size);
  std::ranges::copy(projected_kinds(numbers), std::back_inserter(kinds));
  const std::size_t count = kinds.size();
  for (std::size_t i = 0; i < count; ++i)
    if (kinds[i].name != "naive") kinds.push_back(kinds[i].tiled(2, 3));
  return kinds;
}

}  // namespace attn::computed

#include <algorithm>

#include "diagnose/slip.hpp"
#include "problem/settings.hpp"

namespace attn::diagnosis {

namespace {

constexpr const char* weights[]{"W_Q", "W_K", "W_V", "W_O", "W_QKV"};
constexpr const char* biases[]{"b_Q", "b_K", "b_V", "b_O", "b_QKV"};

/// Swaps the last two axes in what is said under the key; the shape stays, which takes a square.
bool transpose(RawProblem& raw, const char* key) {
  const auto said = raw.settings.find(key);
  if (said == raw.settings.end()) return false;
  auto& [shape, values, booleans, unstated, literals] = std::get<Array>(said->second.value);
  if (shape.size() < 2 || shape.back() != shape[shape.size() - 2] || shape.back() < 2) return false;
  const std::size_t n = shape.back();
  for (std::size_t first = 0; first < values.size(); first += n * n)
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t j = 0; j < i; ++j) std::swap(values[first + i * n + j], values[first + j * n + i]);
  return true;
}

/// All of them at once; two or more, else it is the slip of the one.
template <std::size_t N, class Edit>
bool edit_all(RawProblem& raw, const char* const (&keys)[N], Edit edit) {
  std::size_t changed = 0;
  for (const char* key : keys) changed += edit(raw, key) ? 1u : 0u;
  return changed > 1;
}

bool erase(RawProblem& raw, const char* key) {
  return raw.settings.erase(key) > 0;
}

bool turn_packing(RawProblem& raw, const Problem& base) {
  if (!base.options.qkv_packing) return false;
  const bool whole = *base.options.qkv_packing == QkvPacking::q_k_v;
  raw.settings["qkv_packing"].value =
      std::string(name_of(qkv_packings, whole ? QkvPacking::per_head : QkvPacking::q_k_v));
  return base.sizes.kv_heads > 1;
}

Slip missing(const char* key, std::string sentence) {
  return {fmt::format("missing({})", key), std::move(sentence), "projections",
          [key](RawProblem& raw, const Problem&) { return erase(raw, key); }};
}

}  // namespace

Slips projection_slips() {
  Slips slips;
  for (const char* key : weights)
    slips.push_back({fmt::format("transposed({})", key),
                     fmt::format("{} is read as if it were stored the other way round", key), "projections",
                     [key](RawProblem& raw, const Problem&) { return transpose(raw, key); }});
  slips.push_back({"transposed(all)", "all weights are read as if they were stored the other way round",
                   "projections",
                   [](RawProblem& raw, const Problem&) { return edit_all(raw, weights, transpose); }});
  slips.push_back({"qkv_packing", "W_QKV is split the other way: per head, or into all of Q, K and V",
                   "projections", turn_packing});
  slips.push_back({"missing(W_O)", "the output is not projected by W_O", "projections",
                   [](RawProblem& raw, const Problem&) {
                     erase(raw, "b_O");
                     return erase(raw, "W_O");
                   }});
  for (const char* key : biases) slips.push_back(missing(key, fmt::format("{} is not added", key)));
  slips.push_back({"missing(biases)", "no bias is added", "projections",
                   [](RawProblem& raw, const Problem&) { return edit_all(raw, biases, erase); }});
  slips.push_back(missing("X_kv", "keys and values are computed from X, not from X_kv"));
  return slips;
}

}  // namespace attn::diagnosis

#include <fmt/format.h>

#include <array>

#include "attn/error.hpp"
#include "problem/draft.hpp"

namespace attn {

namespace {

void take_cache(Draft& draft, std::string_view key, std::string_view name, std::size_t width) {
  constexpr std::array<std::string_view, 3> spellings{"nd", "hnd", "bhnd"};
  const Sizes& sizes = draft.problem.sizes;
  const Input& cache = take_by_rank(draft, key, spellings, name);
  const Shape whole{sizes.batch, sizes.kv_heads, cache.size('n'), width};
  // Axes that count one thing may be left out, from the front.
  const std::ptrdiff_t most = sizes.batch > 1 ? 0 : sizes.kv_heads > 1 ? 1 : 2;
  const auto left_out = std::min(static_cast<std::ptrdiff_t>(whole.size() - cache.array.shape.size()), most);
  require_shape(cache, Shape(whole.begin() + left_out, whole.end()),
                fmt::format("batch {}, kv_heads {}, {} {}", sizes.batch, sizes.kv_heads,
                            name == "past_K" ? "d_k" : "d_v", width));
}

}  // namespace

void take_past(Draft& draft) {
  Sizes& sizes = draft.problem.sizes;
  const Setting* k = draft.find("past.K");
  const Setting* v = draft.find("past.V");
  if (!k && !v) return;
  const bool wants_v = sizes.d_v > 0;
  if (!k || (wants_v && !v))
    throw InputError(fmt::format("{}: past needs K{}", (k ? k : v)->where, wants_v ? " and V" : ""));
  if (v && !wants_v) throw InputError(v->where + ": the problem has no V to go with it");
  take_cache(draft, "past.K", "past_K", sizes.d_k);
  sizes.n_past = draft.problem.input("past_K")->size('n');
  if (v) {
    take_cache(draft, "past.V", "past_V", sizes.d_v);
    if (const Input& cache = *draft.problem.input("past_V"); cache.size('n') != sizes.n_past)
      throw InputError(
          fmt::format("{}: {} cached rows, past.K has {}", cache.where, cache.size('n'), sizes.n_past));
  }
  sizes.n_k += sizes.n_past;
}

}  // namespace attn

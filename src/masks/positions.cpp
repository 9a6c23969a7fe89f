#include <fmt/format.h>
#include <fmt/ranges.h>

#include "attn/error.hpp"
#include "masks/common.hpp"

namespace attn {

namespace {

std::vector<std::ptrdiff_t> aligned(Align align, const MaskContext& context) {
  const Sizes& sizes = context.sizes;
  std::vector<std::ptrdiff_t> first(sizes.batch, 0);
  if (align == Align::top_left) return first;
  for (std::size_t batch = 0; batch < sizes.batch; ++batch) {
    const std::size_t last = context.key_lengths.empty() ? sizes.n_k : context.key_lengths[batch];
    first[batch] = static_cast<std::ptrdiff_t>(last) - static_cast<std::ptrdiff_t>(sizes.n_q);
  }
  return first;
}

/// Padding that reaches into the cache hides every query's own key: no position after the cache can be meant.
void require_real_newcomers(const MaskSpec& spec, const MaskContext& context) {
  const std::size_t past = context.sizes.n_past;
  for (std::size_t batch = 0; batch < context.key_lengths.size(); ++batch)
    if (context.key_lengths[batch] <= past)
      throw InputError(
          fmt::format("{}: key_lengths[{}] is {}, so padding hides the queries' own keys, which stand after "
                      "the {} cached ones; for "
                      "caches of different lengths give the whole cache as K and V, without `past`, and "
                      "\"align\": \"bottom-right\"",
                      spec.where, batch, context.key_lengths[batch], past));
}

Positions after_cache(const MaskSpec& spec, const Setting* align, const MaskContext& context) {
  const std::size_t past = context.sizes.n_past;
  if (context.sizes.n_q > 0) require_real_newcomers(spec, context);
  Positions positions{std::vector<std::ptrdiff_t>(context.sizes.batch, static_cast<std::ptrdiff_t>(past)),
                      fmt::format(", queries after {} cached keys", past)};
  if (align && aligned(choice(*align, aligns), context) != positions.first)
    throw InputError(
        fmt::format("{}: {} contradicts `past`: the queries stand after the {} cached keys; leave it out",
                    align->where, describe(*align), past));
  return positions;
}

[[noreturn]] void refuse_unaligned(const MaskSpec& spec, const MaskContext& context) {
  const Sizes& sizes = context.sizes;
  const std::string reason = sizes.n_q != sizes.n_k
                                 ? fmt::format("n_q {} and n_k {} differ", sizes.n_q, sizes.n_k)
                                 : fmt::format("key_lengths [{}] differ from n_q {}",
                                               fmt::join(context.key_lengths, ", "), sizes.n_q);
  const std::string_view option =
      spec.where == "--causal" ? ": --causal=top-left or --causal=bottom-right" : "";
  throw InputError(fmt::format(
      "{}: {}, so a mask of type \"{}\" has to say \"align\": \"top-left\" (query i stands at key i) or "
      "\"bottom-right\" (the last query stands at the last real key){}",
      spec.where, reason, spec.type, option));
}

}  // namespace

Positions positions_of(const MaskSpec& spec, const MaskContext& context) {
  const Setting* align = find(spec.settings, "align");
  if (context.cached) return after_cache(spec, align, context);
  if (align) {
    const Align value = choice(*align, aligns);
    return {aligned(value, context), fmt::format(", {}", name_of(aligns, value))};
  }
  const auto top_left = aligned(Align::top_left, context);
  if (aligned(Align::bottom_right, context) != top_left) refuse_unaligned(spec, context);
  return {top_left, ""};
}

}  // namespace attn

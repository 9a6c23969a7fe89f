#include "attn/problem.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "attn/error.hpp"
#include "problem/draft.hpp"

namespace attn {

namespace {

/// A way to say where the pipeline starts. A key that some way uses, but not the one that the problem takes,
/// is refused.
struct Start {
  std::string_view key;  ///< says that this is the way
  void (*take)(Draft& draft);
  std::vector<std::string_view> uses;
};

const std::vector<Start>& starts() {
  static const std::vector<Start> table{
      {"Q", take_given, {"Q", "K", "V", "layout", "d_k", "scale", "past.K", "past.V"}},
      {"X",
       take_projected,
       {"X", "X_kv", "W_Q", "W_K", "W_V", "b_Q", "b_K", "b_V", "W_QKV", "b_QKV", "qkv_packing", "d_k",
        "scale", "past.K", "past.V"}},
      {"scaled", take_scores, {"scaled", "V", "layout"}},
      {"scores", take_scores, {"scores", "V", "layout", "d_k", "scale"}},
  };
  return table;
}

const Start& start_of(const Draft& draft) {
  for (const Start& start : starts())
    if (draft.find(start.key)) return start;
  throw InputError(draft.raw.where +
                   ": nothing to compute from: give Q, K and V; or X, W_Q, W_K and W_V; or scores");
}

void refuse_other_starts(const Draft& draft, const Start& start) {
  for (const Start& other : starts())
    for (const std::string_view key : other.uses)
      if (const Setting* setting = draft.find(key);
          setting && std::ranges::find(start.uses, key) == start.uses.end())
        throw InputError(fmt::format("{}: has no place in a problem that gives {}; leave out one of the two",
                                     setting->where, start.key));
}

/// A key that says something of others, any of which will do.
struct Companion {
  std::string_view key;
  std::vector<std::string_view> of;
  std::string_view why;  ///< it has no part in the problem without them
};

void refuse_lonely_keys(const Draft& draft) {
  static const std::vector<Companion> companions{
      {"weights_layout", {"X", "W_O"}, "the problem has no weights to be stored so"},
      {"layout", {"Q", "V"}, "the problem has no V to be laid out so"},
      {"kv_heads", {"Q", "X", "V"}, "the problem has no keys and values whose heads it could count"},
  };
  const auto is_said = [&](std::string_view key) { return draft.find(key) != nullptr; };
  for (const Companion& companion : companions)
    if (is_said(companion.key) && std::ranges::none_of(companion.of, is_said))
      throw InputError(fmt::format("{}: {}; leave it out", draft.find(companion.key)->where, companion.why));
}

void refuse_too_many_heads(const Draft& draft) {
  constexpr std::size_t most = 1'000'000;
  const Sizes& sizes = draft.problem.sizes;
  if (sizes.batch * sizes.heads > most)
    throw InputError(fmt::format("{}: batch {} x heads {}, expected at most {}", draft.raw.where, sizes.batch,
                                 sizes.heads, most));
}

/// How arrays are stored: what every stage that takes one has to know.
void take_layouts(Draft& draft) {
  Options& options = draft.problem.options;
  if (const Setting* layout = draft.find("layout")) options.layout = choice(*layout, layouts);
  options.weights_layout =
      choice_or(draft.raw.settings, "weights_layout", weights_layouts, WeightsLayout::in_out);
}

void take_start(Draft& draft) {
  const Start& start = start_of(draft);
  refuse_other_starts(draft, start);
  take_layouts(draft);
  refuse_lonely_keys(draft);
  start.take(draft);
  refuse_too_many_heads(draft);
  const Setting* d_k = draft.find("d_k");
  if (d_k && count(*d_k) != draft.problem.sizes.d_k)
    throw InputError(
        fmt::format("{}: found {}, but the arrays say {}", d_k->where, count(*d_k), draft.problem.sizes.d_k));
}

std::string text_or_empty(const Draft& draft, std::string_view key) {
  const Setting* setting = draft.find(key);
  return setting ? text(*setting) : "";
}

}  // namespace

std::shared_ptr<const Problem> make_problem(RawProblem raw) {
  auto problem = std::make_shared<Problem>();
  Draft draft{raw, *problem};
  problem->title = text_or_empty(draft, "title");
  problem->notes = text_or_empty(draft, "notes");
  take_start(draft);
  take_past(draft);
  take_output(draft);
  take_options(draft);
  take_tokens(draft);
  problem->masks = Masks(raw.masks, problem->sizes, problem->has("past_K"));
  take_expectation(draft);
  return problem;
}

}  // namespace attn

#include <fmt/format.h>

#include "attn/error.hpp"
#include "problem/draft.hpp"

namespace attn {

namespace {

const std::vector<std::string>& names(const Setting& setting) {
  const auto* list = std::get_if<std::vector<std::string>>(&setting.value);
  if (!list) refuse(setting, "a list of texts");
  return *list;
}

std::vector<std::string> names_of(const Draft& draft, std::string_view key, std::string_view size_name,
                                  std::size_t size) {
  const Setting* setting = draft.find(key);
  if (!setting) return {};
  if (names(*setting).size() != size)
    throw InputError(fmt::format("{}: number of names {}, expected {} ({})", setting->where,
                                 names(*setting).size(), size, size_name));
  return names(*setting);
}

/// One list for both: the keys, of which the queries are the ones after the cache.
void take_self_attention_names(Draft& draft, const Setting& setting) {
  const Sizes& sizes = draft.problem.sizes;
  Tokens& tokens = draft.problem.tokens;
  if (sizes.n_q + sizes.n_past != sizes.n_k)
    throw InputError(
        fmt::format("{}: the queries are not the last {} of {} keys, so say {{\"query\": [...], "
                    "\"key\": [...]}}",
                    setting.where, sizes.n_q, sizes.n_k));
  tokens.key = names_of(draft, "tokens", "n_k", sizes.n_k);
  tokens.query.assign(tokens.key.begin() + static_cast<std::ptrdiff_t>(sizes.n_past), tokens.key.end());
}

}  // namespace

void take_tokens(Draft& draft) {
  if (const Setting* both = draft.find("tokens")) return take_self_attention_names(draft, *both);
  draft.problem.tokens.query = names_of(draft, "tokens.query", "n_q", draft.problem.sizes.n_q);
  draft.problem.tokens.key = names_of(draft, "tokens.key", "n_k", draft.problem.sizes.n_k);
}

}  // namespace attn

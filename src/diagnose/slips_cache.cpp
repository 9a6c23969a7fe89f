#include "diagnose/mask_edit.hpp"
#include "problem/settings.hpp"

namespace attn::diagnosis {

namespace {

bool ignore_cache(RawProblem& raw, const Problem&) {
  const bool had_keys = raw.settings.erase("past.K") > 0;
  raw.settings.erase("past.V");
  return had_keys;
}

/// Query i stands at key i, not at key n_past + i.
bool start_at_zero(const MaskEdit& edit) {
  if (!edit.base.has("past_K") || edit.values().mask().first_positions().empty()) return false;
  MaskSpec top_left = edit.spec();
  top_left.settings["align"] = {"align", std::string(name_of(aligns, Align::top_left))};
  edit.spec() = MaskValues({&top_left, 1}, 0, edit.sizes(), false).spec();
  return true;
}

}  // namespace

Slips cache_slips() {
  return {
      {"cache_ignored", "the cached keys and values are not read", "cache", ignore_cache},
      mask_slip("positions_from_0", "positions start at 0 although there is a cache: query i stands at key i",
                "", start_at_zero),
  };
}

}  // namespace attn::diagnosis

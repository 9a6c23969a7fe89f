#include <algorithm>
#include <array>

#include "attn/options.hpp"
#include "diagnose/mask_edit.hpp"
#include "masks/common.hpp"
#include "masks/types.hpp"

namespace attn::diagnosis {

namespace {

std::string named(std::string_view slip, std::string_view of) {
  return fmt::format("{}({})", slip, of);
}

/// Every mask of that type is left out. A window that does not reach to the right is causal too.
Slip missing(std::string_view type) {
  const auto restate = [type](RawProblem& raw, const Problem&) {
    bool changed = std::erase_if(raw.masks, [&](const MaskSpec& spec) { return spec.type == type; }) > 0;
    for (MaskSpec& spec : raw.masks)
      if (type == causal_mask.name && spec.type == window_mask.name) {
        double& right = std::get<double>(spec.settings["right"].value);
        changed = changed || right != -1;
        right = -1;
      }
    return changed;
  };
  return {named("missing", type), fmt::format("the {} mask is not applied", type), "mask", restate};
}

/// Where `align` was not said there is only one way, or it follows from the cache.
bool turn_align(const MaskEdit& edit) {
  const auto align = edit.spec().settings.find("align");
  if (align == edit.spec().settings.end() || edit.base.has("past_K")) return false;
  const bool top_left = text(align->second) == name_of(aligns, Align::top_left);
  align->second.value = std::string(name_of(aligns, top_left ? Align::bottom_right : Align::top_left));
  return true;
}

Slip other_corner(std::string_view type) {
  return mask_slip(
      named("other_corner", type),
      fmt::format("the {} mask is aligned to the other corner: top-left for bottom-right, or the "
                  "other way round",
                  type),
      type, turn_align);
}

/// "bottom-right" as if there were no padding.
bool align_to_last_key(const MaskEdit& edit) {
  const Setting* align = find(edit.spec().settings, "align");
  if (!align || text(*align) != name_of(aligns, Align::bottom_right) || edit.base.has("past_K")) return false;
  edit.spec() = MaskValues({&edit.spec(), 1}, 0, edit.sizes(), false).spec();
  return true;
}

Slip padding_ignored(std::string_view type) {
  return mask_slip(
      named("last_key", type),
      fmt::format("the {} mask is aligned to the last key, padding or not, and not to the last real one",
                  type),
      type, align_to_last_key);
}

/// A causal mask that lets a query see `further` keys more than those up to its own position.
EditMask causal_until(std::ptrdiff_t further) {
  return [further](const MaskEdit& edit) {
    const MaskValues values = edit.values();
    const auto first = values.mask().first_positions();
    edit.spec() = values.map([&](const MaskCell& cell) {
      const auto position = first[cell.batch] + static_cast<std::ptrdiff_t>(cell.query);
      return static_cast<std::ptrdiff_t>(cell.key) > position + further ? hidden : 0;
    });
    return true;
  };
}

/// What is hidden is seen, and the other way round. A mask that adds something has no such turn.
bool turn_polarity(const MaskEdit& edit) {
  const MaskValues values = edit.values();
  bool only_hides = true;
  MaskSpec turned = values.map([&](const MaskCell& cell) {
    only_hides = only_hides && (values.at(cell) == 0 || values.hides(cell));
    return values.hides(cell) ? 0 : hidden;
  });
  if (only_hides) edit.spec() = std::move(turned);
  return only_hides;
}

Slip polarity(std::string_view type) {
  return mask_slip(named("polarity", type),
                   fmt::format("the {} mask is read the other way round: what it hides is seen, and what it "
                               "lets see is hidden",
                               type),
                   type, turn_polarity);
}

/// A mask of ones and zeros is added to the scores: as it is given or, where it is a rule, with a 1 for a key
/// that is seen.
bool add_ones(const MaskEdit& edit) {
  if (edit.spec().type == boolean_mask.name) {
    Setting values = edit.spec().settings["values"];
    std::get<Array>(values.value).booleans = false;
    edit.spec() = {edit.spec().where, std::string(additive_mask.name), {{"values", std::move(values)}}};
    return true;
  }
  const MaskValues values = edit.values();
  edit.spec() = values.map([&](const MaskCell& cell) { return values.hides(cell) ? 0.0 : 1.0; });
  return true;
}

Slip added(std::string_view type) {
  return mask_slip(
      named("added_as_0_1", type),
      fmt::format("the {} mask is added to the scores as zeros and ones, which hides nothing", type), type,
      add_ones);
}

/// A mask of a batch entry is repeated for its heads, but heads stand before batch entries, or the other way
/// round: row r of [batch · heads] reads the mask of entry r mod batch.
bool shuffle_batches(const MaskEdit& edit) {
  const Sizes& sizes = edit.sizes();
  const MaskValues values = edit.values();
  if (sizes.heads == 1 || !values.mask().varies_by_batch()) return false;
  edit.spec() = additive(sizes, {true, true}, [&](MaskCell cell) {
    cell.batch = (cell.batch * sizes.heads + cell.head) % sizes.batch;
    return values.at(cell);
  });
  return true;
}

void append(Slips& slips, Slip (*slip)(std::string_view type), std::span<const MaskType* const> types) {
  for (const MaskType* type : types) slips.push_back(slip(type->name));
}

}  // namespace

Slips mask_slips() {
  constexpr std::array positioned{&causal_mask, &window_mask, &alibi_mask};
  constexpr std::array hiding{&boolean_mask, &causal_mask, &padding_mask, &window_mask};
  Slips slips;
  append(slips, missing, mask_types());
  append(slips, other_corner, positioned);
  slips.push_back(mask_slip("diagonal_hidden", "causal off by one: a query does not see its own key",
                            causal_mask.name, causal_until(-1)));
  slips.push_back(mask_slip("next_key_seen", "causal off by one: a query sees the key after its own",
                            causal_mask.name, causal_until(1)));
  append(slips, polarity, hiding);
  slips.push_back(polarity(additive_mask.name));
  append(slips, added, hiding);
  append(slips, padding_ignored, positioned);
  slips.push_back(
      mask_slip("mask_of_other_batch",
                "masks are repeated for every head in the wrong order: heads and batch entries are "
                "flattened one way, their masks the other",
                "", shuffle_batches));
  return slips;
}

}  // namespace attn::diagnosis

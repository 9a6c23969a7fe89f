#include <bit>
#include <cmath>

#include "diagnose/mask_edit.hpp"
#include "masks/common.hpp"
#include "masks/types.hpp"

namespace attn::diagnosis {

namespace {

/// One side of a window by one key.
Slip window_side(const std::string& side, double more) {
  return mask_slip(
      fmt::format("window({}{})", side, more > 0 ? "+1" : "-1"),
      fmt::format("the window reaches one key {} to the {}", more > 0 ? "further" : "less", side),
      window_mask.name, [side, more](const MaskEdit& edit) {
        double& reach = std::get<double>(edit.spec().settings[side].value);
        if (reach < 0 || reach + more < 0) return false;
        reach += more;
        return true;
      });
}

bool halve_window(const MaskEdit& edit) {
  bool changed = false;
  for (const char* side : {"left", "right"}) {
    double& reach = std::get<double>(edit.spec().settings[side].value);
    changed = changed || reach > 0;
    if (reach > 0) reach = std::floor(reach / 2);
  }
  return changed;
}

/// Padding says where the queries of the other masks stand. These stay where they are when it is changed.
void hold_others(const MaskEdit& edit) {
  for (std::size_t i = 0; i < edit.specs.size(); ++i)
    if (const MaskEdit other{edit.specs, i, edit.base}; other.spec().settings.contains("align"))
      other.spec() = other.values().spec();
}

bool count_hidden_keys(const MaskEdit& edit) {
  hold_others(edit);
  Array lengths = array(edit.spec().settings["key_lengths"]);
  for (double& length : lengths.values) length = static_cast<double>(edit.sizes().n_k) - length;
  edit.spec().settings["key_lengths"].value = std::move(lengths);
  return true;
}

bool pad_left(const MaskEdit& edit) {
  hold_others(edit);
  const std::vector<std::size_t> lengths = key_lengths_of(edit.spec(), edit.sizes());
  edit.spec() = additive(edit.sizes(), {true, false}, [&](const MaskCell& cell) {
    return cell.key + lengths[cell.batch] < edit.sizes().n_k ? hidden : 0;
  });
  return true;
}

/// The paper's exponents start at 1: the first of 8 heads has the slope 2^-1.
bool raise_slopes(const MaskEdit& edit) {
  const auto* word = std::get_if<std::string>(&edit.spec().settings["slopes"].value);
  if (!word || *word != "auto") return false;
  const double ratio = std::exp2(8.0 / static_cast<double>(std::bit_floor(edit.sizes().heads)));
  const MaskValues values = edit.values();
  edit.spec() = values.map([&](const MaskCell& cell) { return values.at(cell) * ratio; });
  return true;
}

bool scale_terms(const MaskEdit& edit) {
  const std::optional<double> scale = edit.base.options.scale;
  if (!scale) return false;
  const MaskValues values = edit.values();
  edit.spec() = values.map(
      [&](const MaskCell& cell) { return values.hides(cell) ? hidden : values.at(cell) * *scale; });
  return true;
}

}  // namespace

Slips mask_number_slips() {
  Slips slips;
  for (const char* side : {"left", "right"})
    for (const double more : {-1.0, 1.0}) slips.push_back(window_side(side, more));
  slips.push_back(mask_slip("window(total)",
                            "the reach of the window is read as its whole width, half of it to each side",
                            window_mask.name, halve_window));
  slips.push_back(mask_slip("padding(counts_hidden)",
                            "the length of a batch entry is taken for the number of its padding keys",
                            padding_mask.name, count_hidden_keys));
  slips.push_back(mask_slip("padding(left)", "padding is taken to stand before the real keys",
                            padding_mask.name, pad_left));
  slips.push_back(mask_slip("alibi(first_slope_1)", "the exponents of the ALiBi slopes start at 0, not at 1",
                            alibi_mask.name, raise_slopes));
  for (const MaskType* type : {&additive_mask, &alibi_mask})
    slips.push_back(
        mask_slip(fmt::format("scaled_too({})", type->name),
                  fmt::format("the {} mask is added before the scale, so it is scaled too", type->name),
                  type->name, scale_terms));
  return slips;
}

}  // namespace attn::diagnosis

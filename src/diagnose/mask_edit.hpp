#pragma once

#include <functional>
#include <string>
#include <vector>

#include "diagnose/mask_values.hpp"
#include "diagnose/slip.hpp"

namespace attn::diagnosis {

/// One mask of a problem that is being edited.
struct MaskEdit {
  std::vector<MaskSpec>& specs;
  std::size_t index;
  const Problem& base;

  MaskSpec& spec() const { return specs[index]; }
  const Sizes& sizes() const { return base.sizes; }
  MaskValues values() const { return {specs, index, base.sizes, base.has("past_K")}; }
};

/// False where there is nothing to change.
using EditMask = std::function<bool(const MaskEdit& edit)>;

/// A slip that edits every mask of that type; of any type, where it is empty.
Slip mask_slip(std::string name, std::string sentence, std::string_view type, EditMask edit);

}  // namespace attn::diagnosis

#include "diagnose/mask_edit.hpp"

namespace attn::diagnosis {

Slip mask_slip(std::string name, std::string sentence, std::string_view type, EditMask edit) {
  const auto restate = [type, edit = std::move(edit)](RawProblem& raw, const Problem& base) {
    bool changed = false;
    for (std::size_t i = 0; i < raw.masks.size(); ++i)
      if ((type.empty() || raw.masks[i].type == type) && edit({raw.masks, i, base})) changed = true;
    return changed;
  };
  return {std::move(name), std::move(sentence), "mask", restate};
}

}  // namespace attn::diagnosis

#include <iterator>

#include "attn/diagnose.hpp"
#include "diagnose/slip.hpp"

namespace attn {

namespace diagnosis {

const std::vector<Slip>& slips() {
  static const Slips table = [] {
    Slips all;
    for (const auto& family : {scale_slips, mask_slips, mask_number_slips, hiding_slips, softmax_slips,
                               head_slips, projection_slips, cache_slips, tiled_slips, arithmetic_slips})
      std::ranges::move(family(), std::back_inserter(all));
    return all;
  }();
  return table;
}

}  // namespace diagnosis

std::span<const SlipName> slip_names() {
  static const std::vector<SlipName> names = [] {
    std::vector<SlipName> all;
    for (const diagnosis::Slip& slip : diagnosis::slips())
      all.push_back({slip.name, slip.changes, slip.sentence});
    return all;
  }();
  return names;
}

}  // namespace attn

#include "attn/decimals.hpp"

#include "attn/graph.hpp"

namespace attn {

int StepDecimals::of(std::string_view id) const {
  for (const std::string_view step : {id, parse_id(id).name})
    if (const auto found = of_step.find(step); found != of_step.end()) return found->second;
  return count;
}

}  // namespace attn

#include <fmt/format.h>

#include "diagnose/slip.hpp"

namespace attn::diagnosis {

Slips arithmetic_slips() {
  Slips slips;
  for (const bool tiled : {false, true})
    for (const Arithmetic* arithmetic : {&float16, &bfloat16, &float32}) {
      const std::string how =
          tiled ? fmt::format("{}(tiled)", arithmetic->name) : std::string(arithmetic->name);
      slips.push_back({how,
                       fmt::format("computed in {}{}", arithmetic->name,
                                   tiled ? ", tile by tile, with a sum that is divided at the end" : ""),
                       "arithmetic",
                       {},
                       {},
                       arithmetic,
                       tiled});
    }
  return slips;
}

}  // namespace attn::diagnosis

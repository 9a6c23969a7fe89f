#include <fmt/format.h>

#include "attn/trace.hpp"

namespace attn {

std::string in_words(const HandRounding& rounding, const Naming& naming) {
  const StepDecimals& decimals = rounding.decimals;
  std::string words = decimals.count == StepDecimals::all ? "" : fmt::format("{} decimals, ", decimals.count);
  for (const auto& [step, count] : decimals.of_step) words += fmt::format("{} {}, ", naming.id(step), count);
  return words.append(name_of(decimal_roundings, rounding.ties));
}

}  // namespace attn

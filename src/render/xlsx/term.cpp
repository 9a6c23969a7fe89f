#include "render/xlsx/term.hpp"

#include <fmt/format.h>

namespace attn::xlsx {

std::string with_lowest(const Term& term, std::string_view lowest) {
  std::string text = term.text;
  for (const auto& [condition, value] : term.lowest)
    text = fmt::format("IF({},{},{})", condition, value.empty() ? lowest : value, text);
  return text;
}

std::string as_factor(const Term& term) {
  return term.is_sum ? fmt::format("({})", term.text) : term.text;
}

std::string is_lowest(const std::string& cell) {
  return cell + "=\"-inf\"";
}

std::string all_lowest(const Cells& cells, std::size_t count) {
  return count == 1 ? is_lowest(cells.text) : fmt::format("COUNTIF({},\"-inf\")={}", cells.text, count);
}

std::string rounded_text(const std::string& x, const DecimalPlaces& to) {
  if (to.ties == DecimalRounding::half_up) return fmt::format("ROUND({},{})", x, to.count);
  const std::string moved = fmt::format("ROUND(({})*10^{},8)", x, to.count);
  if (to.ties == DecimalRounding::cut_off) return fmt::format("TRUNC({})/10^{}", moved, to.count);
  return fmt::format("IF(MOD(ABS({0}),1)=0.5,2*ROUND({0}/2,0)/10^{1},ROUND({2},{1}))", moved, to.count, x);
}

}  // namespace attn::xlsx

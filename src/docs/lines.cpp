#include "docs/lines.hpp"

#include <algorithm>

namespace attn {

std::vector<Line> lines_of(std::string_view text) {
  constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
  if (text.starts_with(byte_order_mark)) text.remove_prefix(byte_order_mark.size());
  std::vector<Line> lines;
  while (!text.empty()) {
    const std::size_t length = std::min(text.find_first_of("\r\n"), text.size());
    const std::string_view rest = text.substr(length);
    const std::size_t ending = rest.starts_with("\r\n") ? 2 : std::min<std::size_t>(rest.size(), 1);
    lines.push_back({text.substr(0, length), rest.substr(0, ending)});
    text.remove_prefix(length + ending);
  }
  return lines;
}

}  // namespace attn

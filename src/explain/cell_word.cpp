#include "explain/cell_word.hpp"

namespace attn {

std::optional<CellWord> parse_cell(std::string_view word) {
  const std::size_t open = word.find('[');
  if (open == 0 || open == std::string_view::npos || word.back() != ']') return std::nullopt;
  const auto indices = parse_index_list(word.substr(open + 1, word.size() - open - 2));
  if (!indices || indices->size() > 2) return std::nullopt;
  return CellWord{std::string(word.substr(0, open)), *indices};
}

}  // namespace attn

#include "render/figure/place_text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <vector>

namespace attn {

std::string place_in_words(const Place& place) {
  std::vector<std::string> words;
  if (place.batch) words.push_back(fmt::format("batch entry {}", *place.batch));
  if (place.head) words.push_back(fmt::format("head {}", *place.head));
  if (place.tile_col)
    words.push_back(fmt::format("tile {}, {}", *place.tile_row, *place.tile_col));
  else if (place.tile_row)
    words.push_back(fmt::format("row block {}", *place.tile_row));
  return fmt::format("{}", fmt::join(words, ", "));
}

}  // namespace attn

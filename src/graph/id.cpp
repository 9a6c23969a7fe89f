#include <fmt/format.h>

#include <charconv>

#include "attn/graph.hpp"

namespace attn {

namespace {

using Index = std::optional<std::size_t>;

/// Takes "head1" from the front of `text`, where it stands there.
Index take(std::string_view& text, std::string_view word) {
  if (!text.starts_with(word)) return std::nullopt;
  std::size_t number = 0;
  const char* const end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data() + word.size(), end, number);
  if (error != std::errc()) return std::nullopt;
  text = {rest, static_cast<std::size_t>(end - rest)};
  return number;
}

/// The place in front of an id, as far as it can be read.
Place place_in(std::string_view id) {
  Place place;
  const auto next = [&] { id.remove_prefix(id.starts_with('.') ? 1 : 0); };
  place.batch = take(id, "batch");
  next();
  place.head = take(id, "head");
  next();
  place.tile_row = take(id, "tile");
  if (place.tile_row) place.tile_col = take(id, ",");
  return place;
}

}  // namespace

std::string id_of(std::string_view name, const Place& place) {
  std::string id;
  if (place.batch) id += fmt::format("batch{}.", *place.batch);
  if (place.head) id += fmt::format("head{}.", *place.head);
  if (place.tile_row) {
    id += fmt::format("tile{}", *place.tile_row);
    id += place.tile_col ? fmt::format(",{}.", *place.tile_col) : ".";
  }
  return id.append(name);
}

Place relative_place(const Place& operand, const Place& step) {
  Place relative = operand;
  if (operand.batch == step.batch) relative.batch.reset();
  if (operand.head == step.head) relative.head.reset();
  if (operand.tile_row == step.tile_row && operand.tile_col == step.tile_col) {
    relative.tile_row.reset();
    relative.tile_col.reset();
  }
  return relative;
}

std::string block_text(const std::optional<Range>& rows, const std::optional<Range>& columns,
                       std::size_t index_from) {
  if (!rows && !columns) return "";
  const auto range = [&](const std::optional<Range>& r) {
    return r ? fmt::format("{}:{}", r->begin + index_from, r->end) : std::string(":");
  };
  if (!columns) return fmt::format("[{}]", range(rows));
  return fmt::format("[{}, {}]", range(rows), range(columns));
}

StepId parse_id(std::string_view id) {
  return {id.substr(id.rfind('.') + 1), place_in(id)};
}

}  // namespace attn

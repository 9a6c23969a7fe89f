#include <fmt/format.h>

#include <charconv>

#include "attn/trace.hpp"

namespace attn {

std::string note_text(std::string_view note, std::size_t index_from) {
  std::string text;
  while (!note.empty()) {
    const std::size_t mark = std::min(note.find('#'), note.size());
    text += note.substr(0, mark);
    note.remove_prefix(mark);
    if (note.empty()) break;
    note.remove_prefix(1);
    std::size_t index = 0;
    const auto [end, error] = std::from_chars(note.data(), note.data() + note.size(), index);
    text += error == std::errc() ? fmt::format("{}", index + index_from) : "#";
    note.remove_prefix(static_cast<std::size_t>(end - note.data()));
  }
  return text;
}

}  // namespace attn

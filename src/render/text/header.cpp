#include "render/text/header.hpp"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "render/header_lines.hpp"
#include "render/ink.hpp"
#include "text/display.hpp"
#include "text/visible.hpp"

namespace attn {
namespace {

using Lines = std::vector<HeaderLine>;

/// Takes as many whole words from the front of `line` as fit, one at least.
std::string_view take_words(std::string_view& line) {
  constexpr std::size_t width = 92;
  std::size_t end = line.find(' ');
  for (std::size_t next = end; next != std::string_view::npos && display_width(line.substr(0, next)) <= width;
       next = line.find(' ', next + 1))
    end = next;
  if (display_width(line) <= width) end = line.size();
  const std::string_view words = line.substr(0, end);
  line.remove_prefix(std::min(line.size(), words.size() + 1));
  return words;
}

void add_notes(Lines& lines, std::string_view notes) {
  std::string_view label = "notes";
  while (!notes.empty()) {
    const std::string line = visible(notes.substr(0, notes.find('\n')));
    notes.remove_prefix(std::min(notes.size(), notes.find('\n')));
    notes.remove_prefix(std::min<std::size_t>(notes.size(), 1));
    std::string_view rest = line;
    do lines.push_back({std::exchange(label, ""), std::string(take_words(rest))});
    while (!rest.empty());
  }
}

}  // namespace

void append_text_header(fmt::memory_buffer& out, const TraceHeader& header, const RenderOptions& options) {
  Lines lines = header_lines(header, options);
  add_notes(lines, header.notes);

  const Ink ink{options.colour};
  if (!header.title.empty()) {
    ink.bold(out, visible(header.title));
    out.push_back('\n');
  }
  ink.dim(out, fmt::format("attn-calc {}, {}, {}", header.version, name_of(backends, header.options.backend),
                           header.dtype));
  out.append(std::string_view("\n\n"));
  for (const auto& line : lines) {
    out.append(std::string_view("  "));
    ink.dim(out, fmt::format("{:<11}", line.label));
    out.append(line.text);
    out.push_back('\n');
  }
}

}  // namespace attn

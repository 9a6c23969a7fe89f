#include "render/markdown/header.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "render/header_lines.hpp"
#include "render/markdown/text.hpp"
#include "render/symbols_in_words.hpp"

namespace attn {
namespace {

/// Each line of the notes is a paragraph.
void append_notes(std::string& out, std::string_view notes) {
  while (!notes.empty()) {
    const std::size_t end = std::min(notes.find('\n'), notes.size());
    if (end > 0) out += fmt::format("\n{}\n", markdown_text(notes.substr(0, end)));
    notes.remove_prefix(std::min(end + 1, notes.size()));
  }
}

}  // namespace

std::string markdown_header(const TraceHeader& header, const RenderOptions& options) {
  std::string out = fmt::format("# {}\n", header.title.empty() ? "Attention" : markdown_text(header.title));
  append_notes(out, header.notes);
  out += fmt::format("\n- **computed by**: attn-calc {}, {}, {}\n", header.version,
                     name_of(backends, header.options.backend), header.dtype);
  for (const HeaderLine& line : header_lines(header, options))
    out += line.label.empty() ? fmt::format("  - {}\n", markdown_text(line.text))
                              : fmt::format("- **{}**: {}\n", line.label, markdown_text(line.text));
  out += fmt::format("- **symbols**: {}\n", symbols_in_words(header, options));
  return out;
}

}  // namespace attn

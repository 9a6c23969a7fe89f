#include "render/latex/header.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "render/header_lines.hpp"
#include "render/latex/text.hpp"
#include "render/symbols_in_words.hpp"

namespace attn {
namespace {

/// Each line of the notes is a paragraph.
void append_notes(std::string& out, std::string_view notes) {
  while (!notes.empty()) {
    const std::size_t end = std::min(notes.find('\n'), notes.size());
    if (end > 0) out += fmt::format("\n{}\n", latex_text(notes.substr(0, end)));
    notes.remove_prefix(std::min(end + 1, notes.size()));
  }
}

}  // namespace

std::string latex_header(const TraceHeader& header, const RenderOptions& options) {
  std::string out =
      fmt::format("\n\\section*{{{}}}\n", header.title.empty() ? "Attention" : latex_text(header.title));
  append_notes(out, header.notes);
  out += fmt::format(
      "\n\\begin{{itemize}}\n\\setlength{{\\itemsep}}{{0pt}}\n\\item \\textbf{{computed by}}: attn-calc {}, "
      "{}, {}\n",
      header.version, name_of(backends, header.options.backend), header.dtype);
  for (const HeaderLine& line : header_lines(header, options))
    out += line.label.empty()
               ? fmt::format("  \\\\ {}\n", latex_words(line.text))
               : fmt::format("\\item \\textbf{{{}}}: {}\n", line.label, latex_words(line.text));
  return out +
         fmt::format("\\item \\textbf{{symbols}}: {}\n\\end{{itemize}}\n", symbols_in_words(header, options));
}

}  // namespace attn

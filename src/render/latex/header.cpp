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
    const std::string text = latex_text(notes.substr(0, end));
    const std::string_view looks = ragged(text);
    if (end > 0)
      out += looks.empty() ? fmt::format("\n{}\n", text) : fmt::format("\n{{{}{}\\par}}\n", looks, text);
    notes.remove_prefix(std::min(end + 1, notes.size()));
  }
}

}  // namespace

std::string latex_header(const TraceHeader& header, const RenderOptions& options) {
  const std::string title = header.title.empty() ? "Attention" : latex_text(header.title);
  std::string out = fmt::format("\n\\section*{{{}{}}}\n", ragged(title), title);
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

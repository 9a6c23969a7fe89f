#include "render/xlsx/contents.hpp"

#include <fmt/format.h>

#include <utility>

#include "render/header_lines.hpp"

namespace attn::xlsx {

Contents::Contents(Book& book, const TraceHeader& header, const RenderOptions& options)
    : book_(book),
      sheet_(book.add_sheet("Contents")),
      bold_(book.format({.is_bold = true})),
      faint_(book.format({.is_faint = true})) {
  lines_.emplace_back(header.title.empty() ? "Attention" : header.title, "");
  lines_.emplace_back("", fmt::format("attn-calc {}, {}, {}", header.version,
                                      name_of(backends, header.options.backend), header.dtype));
  for (const HeaderLine& line : header_lines(header, options))
    lines_.emplace_back(std::string(line.label), line.text);
  notes_.emplace_back("Blue numbers are given. Change one, and every number that comes from it follows.");
  notes_.emplace_back(
      "A spreadsheet has no infinities: -inf is a text, which the formulas know, and what else is not finite "
      "is "
      "an error, such as #NUM! or #N/A.");
}

void Contents::line(const std::string& label, const std::string& text) {
  if (!label.empty()) book_.text({row_, 0}, label, bold_);
  if (!text.empty()) book_.text({row_, 1}, text, nullptr);
  ++row_;
}

void Contents::write() {
  book_.choose(sheet_);
  book_.column_width(0, 0, 22);
  book_.column_width(1, 1, 48);
  book_.column_width(2, 3, 26);
  for (const auto& [label, text] : lines_) line(label, text);
  ++row_;
  for (const std::string& note : notes_) line("", note);
  ++row_;
  for (std::size_t column = 0; const char* heading : {"step", "equation", "shape", "note"})
    book_.text({row_, column++}, heading, bold_);
  for (const Entry& entry : entries_) {
    ++row_;
    if (entry.sheet.empty())
      book_.text({row_, 0}, entry.step, nullptr);
    else
      book_.link({row_, 0}, entry.sheet, entry.step);
    book_.text({row_, 1}, entry.equation, nullptr);
    book_.text({row_, 2}, entry.shape, faint_);
    book_.text({row_, 3}, entry.note, faint_);
  }
}

}  // namespace attn::xlsx

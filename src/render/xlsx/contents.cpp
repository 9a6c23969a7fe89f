#include "render/xlsx/contents.hpp"

#include <fmt/format.h>

#include <utility>

#include "render/header_lines.hpp"

namespace attn::xlsx {

namespace {

const std::string name = "Contents";

}  // namespace

Contents::Contents(Book& book, const TraceHeader& header, const RenderOptions& options)
    : book_(book),
      sheet_(book.add_sheet(name)),
      bold_(book.format({.is_bold = true})),
      faint_(book.format({.is_faint = true})),
      given_(book.format({.is_given = true, .number_format = "General"})) {
  lines_.emplace_back(header.title.empty() ? "Attention" : header.title, "");
  lines_.emplace_back("", fmt::format("attn-calc {}, {}, {}", header.version,
                                      name_of(backends, header.options.backend), header.dtype));
  for (const HeaderLine& line : header_lines(header, options))
    lines_.emplace_back(std::string(line.label), line.text);
  notes_.emplace_back("Blue numbers are given. Change one, and every number that comes from it follows.");
  notes_.emplace_back(
      "A spreadsheet has no infinities. -inf, which hides a key, is the text -inf, which the formulas know. "
      "inf is the error #NUM!, NaN the error #N/A; type these where you want one.");
  notes_.emplace_back(
      "What comes from an error is an error too, also where attn-calc has a number again, as e^(x - inf) = "
      "0; "
      "so is what overflows, and 0 / 0.");
}

void Contents::line(const std::string& label, const std::string& text) {
  if (!label.empty()) book_.text({row_, 0}, label, bold_);
  if (!text.empty()) book_.text({row_, 1}, text, nullptr);
  ++row_;
}

/// A number that all sheets share: what it is, and where from.
void Contents::write_constant(const Constants::Constant& constant) {
  const auto& [cell_name, number] = constant;
  book_.text({row_, 0}, cell_name, bold_);
  book_.number({row_, 1}, number.value, given_);
  if (!number.origin.empty()) book_.text({row_, 2}, "= " + number.origin, faint_);
  if (number.text != cell_name) book_.text({row_, 2}, number.text + " in equations", faint_);
  book_.name_cell(cell_name, name, {row_, 1});
  ++row_;
}

void Contents::write_entries() {
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

void Contents::write(const Constants& constants) {
  book_.choose(sheet_);
  book_.column_width(0, 0, 22);
  book_.column_width(1, 1, 48);
  book_.column_width(2, 3, 26);
  for (const auto& [label, text] : lines_) line(label, text);
  ++row_;
  for (const std::string& note : notes_) line("", note);
  ++row_;
  for (const Constants::Constant& constant : constants.all()) write_constant(constant);
  if (!constants.all().empty()) ++row_;
  write_entries();
}

}  // namespace attn::xlsx

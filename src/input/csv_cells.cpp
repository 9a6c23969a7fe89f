#include "input/csv_cells.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "attn/error.hpp"

namespace attn {

CsvCells::CsvCells(std::string_view text, std::string_view where, char separator)
    : text_(text), where_(where), separator_(separator) {
  constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
  if (text_.starts_with(byte_order_mark)) text_.remove_prefix(byte_order_mark.size());
}

std::string_view CsvCells::next() {
  if (row_ends_) {
    ++row_;
    column_ = 0;
    if (at_line_end()) fail_row("found an empty line; remove it");
  }
  ++column_;
  const bool is_quoted = at_ < text_.size() && text_[at_] == '"';
  const std::string_view cell = is_quoted ? quoted_cell() : plain_cell();
  end_cell();
  return cell;
}

std::string_view CsvCells::quoted_cell() {
  unquoted_.clear();
  ++at_;
  while (true) {
    const std::size_t quote = text_.find('"', at_);
    if (quote == std::string_view::npos) fail("unterminated quote: expected a closing '\"'");
    unquoted_ += text_.substr(at_, quote - at_);
    at_ = quote + 1;
    if (at_ == text_.size() || text_[at_] != '"') break;
    unquoted_ += '"';  // "" stands for one quote
    ++at_;
  }
  if (at_ < text_.size() && text_[at_] != separator_ && !at_line_end())
    fail(fmt::format("text after a closing quote: expected '{}' or the end of the line", separator_));
  return unquoted_;
}

std::string_view CsvCells::plain_cell() {
  const auto ends_cell = [&](char c) { return c == separator_ || c == '\n' || c == '\r' || c == '"'; };
  const auto rest = text_.substr(at_);
  const auto end = std::find_if(rest.begin(), rest.end(), ends_cell);
  if (end != rest.end() && *end == '"')
    fail("found a quote inside a cell; cells with quotes stand in quotes as a whole");
  const auto length = static_cast<std::size_t>(end - rest.begin());
  at_ += length;
  return rest.substr(0, length);
}

/// Moves over the separator or the line end behind a cell.
void CsvCells::end_cell() {
  row_ends_ = true;
  if (at_ == text_.size()) return;
  if (text_[at_] == separator_) {
    row_ends_ = false;
    ++at_;
    return;
  }
  const bool crlf = text_.substr(at_).starts_with("\r\n");
  at_ += crlf ? 2 : 1;
}

void CsvCells::fail(std::string_view message) const {
  throw InputError(fmt::format("{}: row {} column {}: {}", where_, row_, column_, message));
}

void CsvCells::fail_row(std::string_view message) const {
  throw InputError(fmt::format("{}: row {}: {}", where_, row_, message));
}

}  // namespace attn

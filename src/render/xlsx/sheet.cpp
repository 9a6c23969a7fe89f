#include "render/xlsx/sheet.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "text/case_folded.hpp"
#include "text/visible.hpp"

namespace attn::xlsx {

namespace {

constexpr std::size_t longest_name = 31;

/// "A", "Z", "AA": digits from A to Z, without a zero.
std::string column_letters(std::size_t column) {
  std::string letters;
  for (std::size_t rest = column + 1; rest > 0; rest = (rest - 1) / 26)
    letters.insert(letters.begin(), static_cast<char>('A' + (rest - 1) % 26));
  return letters;
}

/// "batch0.head1.tile2,0.row_max" as "b0.h1.t2,0.row_max".
std::string abbreviated(std::string id) {
  for (const std::string_view place : {"batch", "head", "tile"})
    if (const std::size_t at = id.find(place); at == 0 || (at != std::string::npos && id[at - 1] == '.'))
      id.erase(at + 1, place.size() - 1);
  return id;
}

/// As much of the text as has so many UTF-16 units, which Excel counts.
std::string cut(std::string_view text, std::size_t units) {
  std::size_t bytes = 0;
  while (bytes < text.size()) {
    const Character character = first_character(text.substr(bytes));
    const std::size_t needed = character.code > 0xFFFF ? 2 : 1;
    if (needed > units) break;
    units -= needed;
    bytes += character.bytes;
  }
  return std::string(text.substr(0, bytes));
}

std::string allowed(const std::string& id) {
  std::string name = cut(id, longest_name) == id ? id : cut(abbreviated(id), longest_name);
  for (char& c : name)
    if (std::string_view("[]:*?/\\'").find(c) != std::string_view::npos) c = '_';
  return name.empty() ? "_" : name;
}

}  // namespace

std::string address(std::size_t row, std::size_t column) {
  return fmt::format("{}{}", column_letters(column), row + 1);
}

std::string fixed_address(std::size_t row, std::size_t column) {
  return fmt::format("${}${}", column_letters(column), row + 1);
}

std::string quoted(const std::string& sheet_name) {
  return fmt::format("'{}'", sheet_name);  // which has no quote in it
}

std::optional<Cells> Block::row(std::size_t row, std::size_t length) const {
  return cells(row, 0, 1, length);
}

std::optional<Cells> Block::column(std::size_t column, std::size_t length) const {
  return cells(0, column, length, 1);
}

std::optional<Cells> Block::cell(std::size_t row, std::size_t column) const {
  return cells(row, column, 1, 1);
}

std::optional<Cells> Block::cells(std::size_t row, std::size_t column, std::size_t rows,
                                  std::size_t columns) const {
  row += first_row_;
  column += first_column_;
  const bool is_shown =
      row >= sheet_->rows.begin && row + rows <= sheet_->rows.end && column + columns <= sheet_->columns;
  if (!is_shown) return std::nullopt;
  row -= sheet_->rows.begin;
  std::vector<double> values;
  for (std::size_t i = row; i < row + rows; ++i)
    for (std::size_t j = column; j < column + columns; ++j) values.push_back(sheet_->values(i, j));
  if (sheet_->is_transposed) {
    std::swap(row, column);
    std::swap(rows, columns);
  }
  const std::size_t top = sheet_->first_row + row;
  const std::size_t left = 1 + column;
  std::string text = quoted(sheet_->name) + "!" + address(top, left);
  if (rows * columns > 1) text += ":" + address(top + rows - 1, left + columns - 1);
  return Cells{std::move(text), rows > 1, std::move(values)};
}

std::string SheetNames::take(const std::string& id) {
  const std::string name = allowed(id);
  std::string unique = name;
  for (int copy = 2; std::ranges::find(taken_, case_folded(unique)) != taken_.end(); ++copy) {
    const std::string mark = fmt::format(" ({})", copy);
    unique = cut(name, longest_name - mark.size()) + mark;
  }
  taken_.push_back(case_folded(unique));
  return unique;
}

}  // namespace attn::xlsx

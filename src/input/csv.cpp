#include "input/csv.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "attn/error.hpp"
#include "attn/number.hpp"
#include "input/csv_cells.hpp"
#include "input/decimal.hpp"
#include "text/visible.hpp"

namespace attn {

namespace {

/// A character as messages show it, and as the command line takes it.
std::string named(char c) {
  return c == '\t' ? "tab" : fmt::format("'{}'", visible({&c, 1}));
}

void check_options(std::string_view where, const CsvOptions& options) {
  if (options.separator == options.decimal)
    throw InputError(
        fmt::format("{}: separator and decimal mark are both {}; they must differ (--csv-sep, --csv-decimal)",
                    where, named(options.separator)));
  if (options.decimal != '.' && options.decimal != ',')
    throw InputError(
        fmt::format("{}: the decimal mark is {}, expected '.' or ','", where, named(options.decimal)));
  // What stands in numbers or quotes cannot stand between them, and bytes above 0x7F are parts of characters.
  constexpr std::string_view separators = ",;\t |:/!#$%&*=?@^_`~<>()[]{}'\\.";
  if (separators.find(options.separator) == std::string_view::npos)
    throw InputError(fmt::format("{}: {} cannot separate cells; expected a character such as ',', ';' or tab",
                                 where, named(options.separator)));
}

std::string_view trimmed(std::string_view cell) {
  const auto is_blank = [](char c) { return c == ' ' || c == '\t'; };
  while (!cell.empty() && is_blank(cell.front())) cell.remove_prefix(1);
  while (!cell.empty() && is_blank(cell.back())) cell.remove_suffix(1);
  return cell;
}

/// Reads a number with another decimal mark than '.'.
Decimal read_localised(std::string_view cell, char decimal) {
  if (decimal == '.') return read_decimal(cell);
  if (cell.find('.') != std::string_view::npos) return {0, DecimalError::trailing_text};
  std::string number(cell);
  std::replace(number.begin(), number.end(), decimal, '.');
  return read_decimal(number);
}

/// The character that separates the cells, where one cell seems to hold several.
std::string separator_advice(std::string_view cell, const CsvCells& cells, const CsvOptions& options) {
  const bool is_whole_row = cells.column() == 1 && cells.row_ends();
  for (const char separator : {';', '\t', ',', ' '}) {
    if (cell.find(separator) == std::string_view::npos) continue;
    const bool never_in_numbers = separator == ';' || separator == '\t';
    if (separator == options.decimal || !(is_whole_row || never_in_numbers)) continue;
    // "1,5;2,5" with ',' between the cells falls apart into 1 | 5;2 | 5.
    const std::string_view decimal = options.separator == ',' && !is_whole_row ? " --csv-decimal ','" : "";
    return fmt::format("; if {0} separates the cells, say --csv-sep {0}{1}", named(separator), decimal);
  }
  return {};
}

/// What option would make sense of a cell that is no number.
std::string advice(std::string_view cell, const CsvCells& cells, const CsvOptions& options) {
  const char other = options.decimal == '.' ? ',' : '.';
  if (read_localised(cell, other).error == DecimalError::none)
    return fmt::format("; if '{0}' is the decimal mark, say --csv-decimal '{0}'", other);
  if (std::string separator = separator_advice(cell, cells, options); !separator.empty()) return separator;
  const bool begins_as_number = cell.find_first_of("0123456789+-.") == 0;
  if (cells.row() == 1 && !options.header && !begins_as_number)
    return "; if the first row holds names, say --csv-header";
  return {};
}

double read_cell(std::string_view text, const CsvCells& cells, const CsvOptions& options) {
  const std::string_view cell = trimmed(text);
  const Decimal number = read_localised(cell, options.decimal);
  if (number.error == DecimalError::none) return number.value;
  if (const auto value = read_nonfinite(cell)) return *value;
  if (text.find('\0') != std::string_view::npos) cells.fail("found a NUL byte; the file must be UTF-8 text");
  if (cell.empty()) cells.fail("empty cell: expected a number");
  if (number.error == DecimalError::out_of_range)
    cells.fail(fmt::format("number out of range: {}", shown(cell)));
  const std::string_view after = number.error == DecimalError::trailing_text ? "text after a number: " : "";
  cells.fail(
      fmt::format("{}found {}, expected a number{}", after, in_quotes(cell), advice(cell, cells, options)));
}

/// Moves over one row and returns its number of cells.
std::size_t skip_row(CsvCells& cells) {
  do cells.next();
  while (!cells.row_ends());
  return cells.column();
}

}  // namespace

Array read_csv(std::string_view text, std::string_view where, const CsvOptions& options) {
  check_options(where, options);
  CsvCells cells(text, where, options.separator);
  if (cells.at_end()) throw InputError(fmt::format("{}: the file is empty", where));
  std::size_t width = options.header ? skip_row(cells) : 0;
  if (cells.at_end()) throw InputError(fmt::format("{}: no rows after the header", where));
  Array matrix;
  std::size_t rows = 0;
  while (!cells.at_end() || !cells.row_ends()) {
    const std::string_view cell = cells.next();
    if (width != 0 && cells.column() > width)
      cells.fail(fmt::format("one cell too many, expected {} as in row 1", width));
    matrix.values.push_back(read_cell(cell, cells, options));
    if (!cells.row_ends()) continue;
    ++rows;
    if (width == 0) width = cells.column();
    if (cells.column() < width)
      cells.fail_row(fmt::format("found {} cell{}, expected {} as in row 1", cells.column(),
                                 cells.column() == 1 ? "" : "s", width));
  }
  matrix.shape = {rows, width};
  return matrix;
}

}  // namespace attn

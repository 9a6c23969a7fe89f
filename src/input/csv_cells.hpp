#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace attn {

/// Takes a CSV text apart into cells (RFC 4180). Throws InputError with row and column.
class CsvCells {
 public:
  CsvCells(std::string_view text, std::string_view where, char separator);

  bool at_end() const { return at_ == text_.size(); }
  /// Moves to the next cell; there must be one. Its text is valid until the next call.
  std::string_view next();
  /// The cell that was read last is the last one of its row.
  bool row_ends() const { return row_ends_; }
  /// Of the cell that was read last, counted from 1.
  std::size_t row() const { return row_; }
  std::size_t column() const { return column_; }
  /// "q.csv: row 3 column 2: message".
  [[noreturn]] void fail(std::string_view message) const;
  /// "q.csv: row 3: message".
  [[noreturn]] void fail_row(std::string_view message) const;

 private:
  std::string_view quoted_cell();
  std::string_view plain_cell();
  void end_cell();
  bool at_line_end() const { return text_[at_] == '\n' || text_[at_] == '\r'; }

  std::string_view text_;
  std::string_view where_;
  char separator_;
  std::size_t at_ = 0;
  std::size_t row_ = 0;
  std::size_t column_ = 0;
  bool row_ends_ = true;
  std::string unquoted_;
};

}  // namespace attn

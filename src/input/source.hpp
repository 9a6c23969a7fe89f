#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace attn {

/// Line and column, counted from 1. Columns are characters, not bytes.
struct Position {
  std::size_t line = 1;
  std::size_t column = 1;
};

/// A text that is read, and the name that it has in error messages. Both must outlive the Source.
class Source {
 public:
  Source(std::string_view text, std::string_view name);

  std::string_view text() const { return text_; }
  /// The first byte after a byte order mark.
  std::size_t begin() const { return begin_; }
  Position position(std::size_t offset) const;
  /// "problem.json:3:5", or with a key "problem.json:3:5: W_K".
  std::string where(std::size_t offset, std::string_view key = {}) const;
  /// Throws InputError.
  [[noreturn]] void fail(std::size_t offset, std::string_view key, std::string_view message) const;

 private:
  std::string_view text_;
  std::string_view name_;
  std::size_t begin_ = 0;
  // Positions are mostly asked for from front to back: what was counted is not counted again, so that a
  // large file of one line stays cheap.
  mutable std::size_t known_offset_ = 0;
  mutable Position known_;
};

}  // namespace attn

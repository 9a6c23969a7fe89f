#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <string_view>

#include "attn/raw_problem.hpp"
#include "input/document.hpp"
#include "input/source.hpp"

namespace attn {

/// Nested brackets of numbers, read item by item into one flat buffer. Throws InputError where the rows do
/// not make an array.
class ArrayBuilder {
 public:
  /// The outermost bracket. `key` heads error messages.
  ArrayBuilder(const Source& source, std::string key, std::size_t offset);

  void open(std::size_t offset);
  /// True where that was the outermost bracket.
  bool close();
  void number(std::size_t offset, double value);
  void boolean(std::size_t offset, bool value);
  void null(std::size_t offset);

  /// Nothing but the outermost bracket was seen.
  bool untouched() const { return depth_ == 1 && count_[0] == 0; }
  std::size_t innermost_offset() const { return offset_[depth_ - 1]; }
  JsonArray take();

 private:
  static constexpr std::size_t most_axes = 4;

  void item(std::size_t offset);
  void same_kind(std::size_t offset, bool boolean);
  [[noreturn]] void fail_ragged() const;
  std::string name_of(const std::array<std::size_t, most_axes>& index) const;

  const Source& source_;
  std::string key_;
  JsonArray numbers_;
  bool kind_known_ = false;
  std::size_t depth_ = 0;
  std::size_t item_depth_ = 0;  ///< where the numbers are; 0: not known yet
  // By depth, outermost first.
  std::array<std::size_t, most_axes> offset_{};
  std::array<std::size_t, most_axes> count_{};
  std::array<std::size_t, most_axes> length_{};
  std::array<bool, most_axes> length_known_{};
};

}  // namespace attn

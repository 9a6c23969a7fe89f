#pragma once

#include <span>
#include <string>
#include <string_view>

namespace attn {

/// A line that a command printed.
struct ComputedLine {
  std::string text;
  std::string precise = {};  ///< the same with all digits of its numbers; empty where that is not known
};

/// How a line that was written compares with what was computed.
struct Likeness {
  /// They differ in numbers alone, if at all, and each written number is the computed one at the digits that
  /// it is written with. Numbers of other lengths move what is aligned with them, so runs of blanks are
  /// equal.
  bool alike = false;
  bool other_numbers = false;  ///< alike, and some number is written in other digits
};

Likeness likeness(std::string_view written, const ComputedLine& computed);

/// Whether a written line counts as the computed one.
using SameLine = bool (*)(std::string_view written, const ComputedLine& computed);
bool is_same(std::string_view written, const ComputedLine& computed);
/// Also where its numbers alone are others, and true at their digits.
bool is_true_line(std::string_view written, const ComputedLine& computed);

/// True for a text that needs no change: it is what was computed, or its numbers are, at their digits. What
/// no number explains (another indentation, another line) is not true.
bool is_true(std::span<const std::string> written, std::span<const ComputedLine> computed);

}  // namespace attn

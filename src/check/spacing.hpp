#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "input/document.hpp"

namespace attn {

/// How the members of a JSON object, and what is inside them, stand in its text.
struct Spacing {
  bool is_in_lines = false;  ///< a member begins its line
  std::string line_end;
  std::string outer;   ///< indentation of the closing brace
  std::string indent;  ///< of the members
  std::string unit;    ///< of one level more
  std::string colon = ": ";
  std::string comma = ", ";  ///< where no line ends behind it

  /// As the first member of the object stands; an object without one is on one line.
  static Spacing of(std::string_view text, const JsonNode& object);
  /// One level deeper.
  Spacing inner() const;

  /// Joins the items between two brackets.
  std::string enclosed(std::string_view brackets, const std::vector<std::string>& items) const;
  /// What stands between two items.
  std::string separator() const { return is_in_lines ? "," + line_end + indent : comma; }
};

/// One past the JSON value that begins at `start`, in a valid text.
std::size_t value_end(std::string_view text, std::size_t start);

}  // namespace attn

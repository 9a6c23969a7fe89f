#pragma once

// Puts computed numbers into the text of a problem file, and leaves every other byte of it as it is. To write
// it back: `file_output(path)`, `write`, `commit`, which replaces the file whole or not at all.

#include <optional>
#include <span>
#include <string>

#include "attn/raw_problem.hpp"
#include "input/source.hpp"

namespace attn {

/// New numbers for one array of the file.
struct NewNumbers {
  std::span<const Literal> literals;  ///< where the old ones stand
  std::span<const double> values;     ///< one for each of them
};

/// The text with new numbers, each with as many digits as the one whose place it takes. A literal whose value
/// is given as its new number keeps its text, and so does null. Throws InputError where the literals are not
/// in the text.
std::string with_numbers(const Source& source, std::span<const NewNumbers> arrays);

/// A step that the file is to expect.
struct NewStep {
  std::string id;
  Array array;  ///< literals aside
};

/// The text of a valid problem file with these steps in its `expect`, behind those that are there; laid out
/// as the file is. Without `decimals`, numbers are the shortest text that reads back the same. Throws
/// InputError where a step is there already.
std::string with_expectation(const Source& source, std::span<const NewStep> steps,
                             std::optional<int> decimals = {});

}  // namespace attn

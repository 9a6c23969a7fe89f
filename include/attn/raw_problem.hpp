#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace attn {

/// Axis lengths, outermost first.
using Shape = std::vector<std::size_t>;

/// A number as it stands in its file.
struct Literal {
  std::string text;        ///< "0.670"; "\"inf\"" with its quotes; "null"
  std::size_t offset = 0;  ///< in bytes
};

/// An n-dimensional array as it was read: row-major values in one flat buffer. An array with a shape and no
/// values stands for one whose numbers are not known; a graph can be built from it, but not evaluated.
struct Array {
  Shape shape;
  std::vector<double> values;
  bool booleans = false;               ///< written as true/false, stored as 1/0
  std::vector<std::size_t> unstated;   ///< flat indices that were `null` (allowed in expectations only)
  std::vector<Literal> literals = {};  ///< of an expectation written in the problem file: one for each value
};

/// "[2, 3]".
std::string to_string(const Shape& shape);

/// The number of elements of an array of that shape.
std::size_t element_count(const Shape& shape);

/// True where the numbers are known (an array without elements has nothing to know).
bool has_values(const Array& array);

/// One thing said by the problem file or by an option, and where it was said, ready to stand at the head of
/// an error message: "problem.json:3:8: scale", "--scale".
struct Setting {
  std::string where;
  std::variant<double, bool, std::string, std::vector<std::string>, Array> value;
};

/// By the key of the problem file. Nested objects are flattened with dots: "past.K", "tile.rows",
/// "tokens.query", "expect.weights".
using Settings = std::map<std::string, Setting, std::less<>>;

/// One mask as it was said: its type and that type's own settings.
struct MaskSpec {
  std::string where;
  std::string type;
  Settings settings;
};

/// A problem as it was read, before any rule was checked. Readers and command line options fill it;
/// `make_problem` turns it into a Problem.
struct RawProblem {
  std::string where;  ///< the file's name, or "command line"
  Settings settings;
  std::vector<MaskSpec> masks;
};

}  // namespace attn

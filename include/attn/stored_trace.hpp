#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "attn/graph.hpp"
#include "attn/options.hpp"
#include "attn/problem.hpp"
#include "attn/tensor.hpp"
#include "attn/trace.hpp"

namespace attn {

struct StoredAxis {
  std::string name;
  std::size_t size = 0;
  std::size_t begin = 0;
  bool operator==(const StoredAxis&) const = default;
};

/// A step as a file has it. Beside id and values nothing needs to be there.
struct StoredStep {
  std::string id;
  std::string name;
  Place place;
  std::string op;       ///< empty: the file does not say how the step came about
  std::string formula;  ///< likewise
  std::vector<StepOperand> operands;
  std::vector<StoredAxis> axes;  ///< empty: the file does not say what they are
  Matrix<double> values;         ///< rank 1 as a column
  std::string note;
};

/// A trace that was read. What is optional or empty, the file does not say.
struct StoredTrace {
  std::string path;  ///< safe to show
  std::string title;
  std::string dtype;  ///< "float32"
  std::optional<Sizes> sizes;
  std::optional<Options> options;
  std::optional<std::vector<std::string>> masks;  ///< a description of each
  Tokens tokens;
  std::vector<StoredStep> steps;  ///< in the order of the file; ids differ

  bool is_float32() const { return dtype == "float32"; }
  /// nullptr where there is none of that id.
  const StoredStep* find(std::string_view id) const;
};

/// Reads a trace: a JSON trace, or a part of one; a .npz archive of a trace; or any archive whose arrays are
/// called as steps are. "-" is standard input. An array of several heads or batch entries,
/// [batch, heads, rows, columns], becomes a step of each; `sizes`, those of the trace or problem that it is
/// held against, say which is which where the file has no sizes of its own. Throws InputError.
StoredTrace read_trace(const std::string& path, const std::optional<Sizes>& sizes = {});

/// The JSON trace in `text`. `where` heads error messages.
StoredTrace parse_trace(std::string_view text, const std::string& where,
                        const std::optional<Sizes>& sizes = {});

}  // namespace attn

#pragma once

#include <functional>
#include <optional>
#include <set>
#include <string>

#include "attn/stored_trace.hpp"

namespace attn {

/// A step and the array that a file has for it.
struct StepArray {
  StoredStep step;
  const Array& array;
  std::optional<Shape> stated = {};  ///< the shape that the file says it has
  /// Says where the array stands, for a message: "t.json:3:8: steps[1].values", "t.npz:weights".
  std::function<std::string()> where;
};

/// Puts arrays into a trace, as one step each or, where heads or batch entries are stacked, as several.
/// Throws InputError where a shape does not fit, or a step is there twice.
class TraceArrays {
 public:
  /// `sizes` are those of `trace`, where it says them, or of what it is held against.
  TraceArrays(StoredTrace& trace, const std::optional<Sizes>& sizes) : trace_(trace), sizes_(sizes) {}

  void add(StepArray from);

 private:
  std::optional<std::size_t> leading_axes(const StepArray& from) const;
  bool fits(const StepArray& from, std::size_t leading) const;
  void add_stacked(const StepArray& from, std::size_t leading);
  void append(StoredStep step, const StepArray& from);
  void leave_out_single(Place& place) const;

  StoredTrace& trace_;
  const std::optional<Sizes> sizes_;
  std::set<std::string> seen_;  ///< ids
};

}  // namespace attn

#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <string_view>

#include "attn/graph.hpp"

namespace attn {

/// What steps are called, by the name of the table of step names, instead of that.
using GivenNames = std::map<std::string, std::string, std::less<>>;

/// What steps, places and indices are called in what people read, and so in what they type.
struct Naming {
  std::size_t index_from = 0;  ///< rows, columns, heads, batch entries and tiles count from 0 or 1
  GivenNames names = {};

  /// "scores", or the name that it is given.
  std::string name(std::string_view step_name) const;
  Place place(const Place& at) const;
  std::string id(std::string_view step_name, const Place& at) const {
    return id_of(name(step_name), place(at));
  }
  /// Of an id of the trace.
  std::string id(std::string_view trace_id) const;
  /// The id in the trace of what somebody calls so: by the names that are seen or, where none of these is
  /// meant, by those of the table. Throws InputError that begins with `where`; whether a problem has the step
  /// is another question.
  std::string meant_id(std::string_view said, std::string_view where) const;
};

/// Throws InputError that begins with `where` for names that do not tell steps apart (given twice, or the
/// name of another step), and for those that could not be typed where an id is asked for.
void check_names(const GivenNames& names, std::string_view where);

}  // namespace attn

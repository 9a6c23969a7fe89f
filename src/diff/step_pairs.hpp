#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "attn/stored_trace.hpp"

namespace attn {

/// A step of two traces; one of them may lack it.
struct StepPair {
  std::string id;  ///< the reference's, where it has the step
  const StoredStep* reference = nullptr;
  const StoredStep* candidate = nullptr;
};

/// The trace that says how a step came about.
struct Structure {
  const StoredTrace& trace;
  const StoredStep& step;
};

/// The steps of two traces, matched by what they are: a step that a problem leaves out (`masked` without a
/// mask) or has under several names (`context`, with one head and no W_O, is `output`) is the one that it
/// equals.
class StepPairs {
 public:
  StepPairs(const StoredTrace& reference, const StoredTrace& candidate);

  /// The reference's steps in order, then those that the candidate alone has.
  const std::vector<StepPair>& all() const { return pairs_; }
  /// The index of a step by its id or by that of a step that it equals.
  std::optional<std::size_t> find(std::string_view id) const;
  /// The id under which traces of this problem show a step.
  std::string shown_id(std::string_view id) const;
  /// From the reference, or where it says nothing from the candidate; nothing where neither does.
  std::optional<Structure> structure(std::size_t index) const;
  /// How the candidate itself says that it computed the step, or else as above.
  std::optional<Structure> candidates_structure(std::size_t index) const;

 private:
  const StoredTrace& reference_;
  const StoredTrace& candidate_;
  // What the problem has. A stored trace has no Problem to ask.
  bool masked_ = false;
  bool capped_ = false;
  bool several_heads_ = false;
  bool projected_ = false;
  std::vector<StepPair> pairs_;
  std::map<std::string, std::size_t, std::less<>> by_id_;
  std::map<std::string, std::size_t, std::less<>> by_shown_id_;
};

}  // namespace attn

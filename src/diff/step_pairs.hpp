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
  std::string id;  ///< the reference's, where it has the step; of a second name for it, that name
  const StoredStep* reference = nullptr;
  const StoredStep* candidate = nullptr;
  std::optional<std::size_t> last_name = {};  ///< the index of the last of the candidate's other names for it
};

/// The trace that says how a step came about.
struct Structure {
  const StoredTrace& trace;
  const StoredStep& step;
};

/// The steps of two traces, matched by what they are: a step that a problem leaves out (`masked` without a
/// mask) or has under several names (`context`, with one head and no W_O, is `output`) is the one that it
/// equals. Where one of the traces has a step under two names, each of them is held against what the other
/// has.
class StepPairs {
 public:
  StepPairs(const StoredTrace& reference, const StoredTrace& candidate);

  /// The reference's steps in order, second names that the candidate has for them behind them, then what the
  /// candidate alone has.
  const std::vector<StepPair>& all() const { return pairs_; }
  /// The index of a step by its id or by that of a step that it equals.
  std::optional<std::size_t> find(std::string_view id) const;
  /// The id under which traces of this problem show a step.
  std::string shown_id(std::string_view id) const;
  /// From the reference, or where it says nothing from the candidate; nothing where neither does.
  std::optional<Structure> structure(std::size_t index) const;
  /// How the candidate itself says that it computed the step, or else as above.
  std::optional<Structure> candidates_structure(std::size_t index) const;
  /// Of what the step is recomputed for the candidate: as above, but which terms of a sum a mask leaves out
  /// is for the candidate to say, who may have another mask, or none.
  std::optional<Structure> structure_for_candidate(std::size_t index) const;
  /// The pair whose value in the candidate the steps behind this one read: of several names, `scaled` and
  /// `masked`, the last.
  std::size_t read_by_candidate(std::size_t index) const { return pairs_[index].last_name.value_or(index); }

 private:
  std::string_view candidates_name(std::string_view name) const;
  const StoredStep* candidates_step(const StoredStep& step) const;
  /// Steps of the candidate that are one.
  struct Names {
    std::vector<const StoredStep*> all;
    std::vector<const StoredStep*> unpaired;  ///< whose ids the reference does not have
  };
  void pair_steps();
  void pair_names(const StoredStep& step, Names& names);
  void add(StepPair pair);

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

#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "as_written/digits.hpp"
#include "attn/graph.hpp"
#include "check/expected_steps.hpp"

namespace attn {

/// A step as somebody printed it.
struct PrintedStep {
  const ExpectedMatrix* expected = nullptr;
  Ref node;
  std::vector<int> decimals;    ///< of each cell; of one that is not stated, the most of the others
  std::vector<bool> is_stated;  ///< flat, like `decimals`
  std::vector<bool> is_wrong;   ///< cells that were found wrong so far
  std::vector<bool> is_slip;    ///< those of them that follow from nothing: the author has no other number

  const Literal& literal(std::size_t cell) const;
};

/// What somebody does alike in all of a text.
struct Habit {
  /// Taken for 1/√d_k; NaN: 1/√d_k itself.
  double scale = std::numeric_limits<double>::quiet_NaN();
  /// How digits that are not written are left out.
  DecimalRounding rounding = DecimalRounding::half_up;
  /// To how many decimals steps that are not printed are rounded, where the others are; nothing: not at all.
  std::optional<int> unprinted = {};
};

/// A way to come from the inputs to a step: which numbers are taken as they are printed, and what happens to
/// those in between.
struct Way {
  Habit habit = {};
  /// A bit for each name of a printed step (`HandCalculation::names`): its numbers are taken as printed.
  std::uint32_t printed = 0;
  /// The others are rounded to their printed digits before the next step uses them; or carried in full.
  bool is_stepwise = false;
  /// Printed numbers that were found wrong are not taken. Otherwise slips always are, printed step or not.
  bool avoids_wrong = true;
};

/// Computes steps of a problem in the ways in which a person could have.
class HandCalculation {
 public:
  HandCalculation(const Problem& problem, const ExpectedSteps& expected);

  std::vector<PrintedStep>& steps() { return steps_; }
  const std::vector<PrintedStep>& steps() const { return steps_; }
  /// Of printed steps, in the order in which they are computed.
  const std::vector<std::string_view>& names() const { return names_; }
  /// Of a name, in the bits of ways.
  std::uint32_t bit_of(std::string_view name) const;
  /// The values of a step on that way.
  const Matrix<double>& values(const PrintedStep& step, const Way& way);
  /// The ways to that step of somebody with that habit, simplest first: from the inputs in full and right;
  /// from all that is printed before it; from some of that, the rest carried in full; rounded step by step.
  /// No two of them come to the step alike.
  std::vector<Way> ways(const PrintedStep& step, const Habit& habit);
  /// The scalar products that all ways to that step take, about.
  double cost(const PrintedStep& step);
  /// The names of the steps that are taken as printed on that way, with nothing printed behind them.
  std::vector<std::string_view> last_printed(const PrintedStep& step, const Way& way) const;
  /// True where a number was found wrong that this step is computed from.
  bool has_wrong_before(const PrintedStep& step);

 private:
  /// What computing a step on some way comes to.
  struct Course {
    std::vector<Node*>
        nodes;  ///< before the step, in their order: what is computed, and where numbers are taken
    std::uint32_t printed = 0;  ///< of the way's bits, those that make a difference
    bool is_rounded = false;    ///< some of it would be rounded step by step
  };

  const std::vector<Node*>& ancestors(const PrintedStep& step);
  Course course(const PrintedStep& step, const Way& way);
  void compute(Node& node, const Way& way);
  void round(Matrix<double>& values, const Node& node, const Way& way) const;
  void take_printed(Matrix<double>& values, const PrintedStep& step, const Way& way) const;
  const PrintedStep* printed_of(const Node& node) const;
  bool is_closed(const Node& node, const Way& way) const;
  bool is_rounded(const PrintedStep& step);
  std::vector<std::uint32_t> rounded_before(const PrintedStep& step);

  Graph graph_;
  std::vector<PrintedStep> steps_;
  std::vector<std::string_view> names_;
  std::unordered_map<const Node*, std::size_t> printed_;  ///< index of the step that is printed there
  std::unordered_map<const Node*, std::vector<Node*>> ancestors_;
  std::unordered_map<const PrintedStep*, std::vector<std::uint32_t>> rounded_before_;
};

}  // namespace attn

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

/// A way to come from the inputs to a step: which numbers are taken as they are printed, and what happens to
/// those in between.
struct Way {
  /// A bit for each name of a printed step (`HandCalculation::names`): its numbers are taken as printed.
  std::uint32_t printed = 0;
  /// The others are rounded to their printed digits before the next step uses them; nothing: carried in full.
  std::optional<DecimalRounding> rounding = {};
  /// Taken for 1/√d_k; NaN: 1/√d_k itself.
  double scale = std::numeric_limits<double>::quiet_NaN();
  /// Printed numbers that were found wrong are not taken. Otherwise slips always are, printed step or not.
  bool avoids_wrong = true;
};

/// Computes steps of a problem in the ways in which a person could have.
class HandCalculation {
 public:
  HandCalculation(const Problem& problem, const ExpectedSteps& expected);

  std::vector<PrintedStep>& steps() { return steps_; }
  /// Of printed steps, in the order in which they are computed.
  const std::vector<std::string_view>& names() const { return names_; }
  /// Of a name, in the bits of ways.
  std::uint32_t bit_of(std::string_view name) const;
  /// The values of a step on that way.
  const Matrix<double>& values(const PrintedStep& step, const Way& way);
  /// The ways to that step, simplest first: from all that is printed before it; from some of that, the rest
  /// carried in full; from the inputs in full; rounded step by step. `avoids_wrong` is left as it is by
  /// default.
  std::vector<Way> ways(const PrintedStep& step);
  /// What may be written for 1/√d_k: 1/1.41, 0.707, ... None where the scale was said, or √d_k is whole.
  const std::vector<double>& scales() const { return scales_; }
  /// The names of the steps that are taken as printed on that way, with nothing printed behind them.
  std::vector<std::string_view> last_printed(const PrintedStep& step, const Way& way) const;
  /// The names of printed steps that this one is computed from, as bits.
  std::uint32_t printed_before(const PrintedStep& step);

 private:
  const std::vector<Node*>& ancestors(const PrintedStep& step);
  void compute(Node& node, const Way& way);
  void take_printed(Matrix<double>& values, const PrintedStep& step, const Way& way) const;
  const PrintedStep* printed_of(const Node& node) const;
  bool is_rounded(const PrintedStep& step);
  std::vector<double> scales_for(const PrintedStep& step);
  const std::vector<double>& scales_that_give(const PrintedStep& scaled);
  double cost(const PrintedStep& step);

  Graph graph_;
  std::vector<PrintedStep> steps_;
  std::vector<std::string_view> names_;
  std::vector<double> scales_;
  std::unordered_map<const Node*, std::size_t> printed_;  ///< index of the step that is printed there
  std::unordered_map<const Node*, std::vector<Node*>> ancestors_;
  std::unordered_map<const Node*, std::vector<double>> scales_that_give_;
};

}  // namespace attn

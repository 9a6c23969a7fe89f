#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "attn/explain.hpp"
#include "formula/outcome.hpp"
#include "render/decimals.hpp"

namespace attn {

/// The text, and whether it says something else than `value`, or than what comes of `outcome`.
ShownNumbers number_of(double value, Decimals decimals);
ShownNumbers number_of(double value, Decimals decimals, const Outcome& outcome);

/// ShownNumbers around a sign: what is rounded in one of them is rounded in all.
ShownNumbers joined(const std::vector<ShownNumbers>& numbers, std::string_view between);

/// Writes an arithmetic with numbers, each at the decimals of its own step.
class NumberTexts {
 public:
  NumberTexts(const Step& step, const RenderOptions& options);

  /// "0.5·1.0 + 1.2·(-0.3)". Of a long sum the middle is left out.
  ShownNumbers of(const CellFormula& formula) const;
  /// A number that is not the first thing of an expression: negative ones are in parentheses.
  ShownNumbers behind_operator(const CellFormula& formula) const;
  /// A number of the step's equation, as the scale is: no longer than it has to be.
  ShownNumbers constant(const CellFormula& number) const;
  /// Of the step's own values.
  Decimals decimals() const { return own_; }

 private:
  ShownNumbers listed(const CellFormula& formula, std::string_view between, bool is_first) const;
  ShownNumbers operation(const CellFormula& formula, std::string_view sign, bool is_first) const;
  ShownNumbers function(std::string_view before, const CellFormula& formula, std::string_view after) const;
  ShownNumbers written(const CellFormula& formula, bool is_first) const;
  bool is_in_full(std::string_view id) const;
  const Decimals& decimals_of_operand(std::size_t operand) const;

  const Step& step_;
  const RenderOptions& options_;
  Decimals own_;
  mutable std::vector<std::optional<Decimals>> operands_;
};

/// Of the terms of a sum, and the entries of a row, so many are written out.
inline constexpr std::size_t most_terms = 8;

}  // namespace attn

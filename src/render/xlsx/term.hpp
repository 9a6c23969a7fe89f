#pragma once

#include <cmath>
#include <cstddef>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "attn/decimals.hpp"
#include "render/xlsx/sheet.hpp"

namespace attn::xlsx {

// Formulas, and beside each text the value that a spreadsheet calculates of it: a number, -inf for the text
// "-inf", NaN for an error. It is not what attn-calc computes: an error goes on into all that is made of it.

/// A value that a formula says itself.
struct Literal {
  std::string_view text;
  double value;
};
inline constexpr Literal lowest{"\"-inf\"", -std::numeric_limits<double>::infinity()};
inline constexpr Literal zero{"0", 0};
inline constexpr Literal not_available{"NA()", std::numeric_limits<double>::quiet_NaN()};

struct Condition {
  std::string text;
  std::optional<bool> holds;  ///< nothing: it asks a cell that is an error
};

/// What has the value of `text`, unless a condition holds.
struct Term {
  struct Exception {
    Condition condition;
    Literal gives = lowest;
  };

  std::string text;
  double value = 0;
  std::vector<Exception> exceptions = {};  ///< the last one is asked first
  bool is_sum = false;
  bool is_array = false;
};

/// Asks the exceptions, with `instead` for -inf. The last one is asked first: a key that a mask hides is
/// hidden whatever its score was.
Term resolved(const Term& term, const Literal& instead = lowest);
/// In parentheses, if it is a sum.
std::string as_factor(const Term& term);

/// The value of arithmetic on cells: texts among them, and a result that no double holds, are errors.
template <class Calculation, class... Values>
double calculated(Calculation calculation, Values... values) {
  if (!(std::isfinite(values) && ...)) return not_available.value;
  const double result = calculation(values...);
  return std::isfinite(result) ? result : not_available.value;
}

Term sum(const Term& left, const Term& right);
Term difference(const Term& left, const Term& right);
/// -inf times the number on the right is -inf only if that is positive; else the product with a text is an
/// error, as other infinities are.
Term product(const Term& left, const Term& right, bool by_number);
Term quotient(const Term& left, const Term& right);
Term exponential(const Term& of);
Term tangent(const Term& of);
/// Of 0 it is -inf.
Term logarithm(const Term& of);
Term larger(const Term& left, const Term& right);

/// The condition that the cell, or each of the cells, is "-inf".
Condition is_lowest(const std::string& cell, double value);
Condition all_lowest(const Cells& cells);
/// That some of them is neither a number nor "-inf": a maximum would pass over other texts.
Condition some_unknown(const Cells& cells);

/// By the rule of the arithmetic, see attn::rounded. Excel's ROUND takes 5 away from zero, and what is a tie
/// in decimal for one.
std::string rounded_text(const std::string& x, const DecimalPlaces& to);

}  // namespace attn::xlsx

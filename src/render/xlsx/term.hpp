#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "attn/decimals.hpp"
#include "render/xlsx/sheet.hpp"

namespace attn::xlsx {

/// What has the value of `text`, unless a condition holds: then it is -inf or, if that is said, another
/// value.
struct Term {
  struct Exception {
    std::string condition;
    std::string value = {};
  };

  std::string text;
  std::vector<Exception> lowest = {};
  bool is_sum = false;
  bool is_array = false;
};

/// With -inf as `lowest`. The last condition is asked first: a key that a mask hides is hidden whatever its
/// score was.
std::string with_lowest(const Term& term, std::string_view lowest);
/// In parentheses, if it is a sum.
std::string as_factor(const Term& term);
/// The condition that the cell, or each of so many cells, is "-inf".
std::string is_lowest(const std::string& cell);
std::string all_lowest(const Cells& cells, std::size_t count);
/// By the rule of the arithmetic, see attn::rounded. Excel's ROUND takes 5 away from zero, and what is a tie
/// in decimal for one.
std::string rounded_text(const std::string& x, const DecimalPlaces& to);

}  // namespace attn::xlsx

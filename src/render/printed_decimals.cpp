#include "render/printed_decimals.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>

namespace attn {
namespace {

/// What the shortest texts of numbers need that read back to them.
struct Need {
  int fixed = 0;       ///< decimals
  int scientific = 0;  ///< digits behind the point of 2.5e-10
  double largest = 0;
  double smallest = std::numeric_limits<double>::infinity();  ///< but zero
};

void add_number(Need& need, double value) {
  if (!std::isfinite(value) || value == 0) return;
  std::array<char, 32> shortest{};
  const auto end =
      std::to_chars(shortest.begin(), shortest.end(), std::abs(value), std::chars_format::scientific);
  const std::string_view text(shortest.data(), static_cast<std::size_t>(end.ptr - shortest.data()));
  const std::size_t e = text.find('e');
  const int behind_point = static_cast<int>(e > 2 ? e - 2 : 0);
  int exponent = 0;
  std::from_chars(text.data() + e + (text[e + 1] == '+' ? 2 : 1), text.data() + text.size(), exponent);
  need.fixed = std::max(need.fixed, behind_point - exponent);
  need.scientific = std::max(need.scientific, behind_point);
  need.largest = std::max(need.largest, std::abs(value));
  need.smallest = std::min(need.smallest, std::abs(value));
}

Need need_of(const Matrix<double>& values) {
  Need need;
  for (const double value : values.storage()) add_number(need, value);
  return need;
}

/// Whole where `most` decimals are enough for that, else rounded to `rounded` of them.
Decimals needed(const Need& need, int most, int rounded) {
  const bool is_large = decimals_for(need.largest, most).scientific;
  if (need.fixed <= most && !is_large) return {need.fixed, false};
  const bool hides_one = decimals_for(std::min(need.smallest, need.largest), most).scientific;
  if (need.scientific <= most && (is_large || hides_one)) return {need.scientific, true};
  return decimals_for(need.largest, rounded);
}

Decimals whole_or_rounded(const Need& need, int count, const RenderOptions& options) {
  if (!options.whole_inputs) return needed(need, count, count);
  return needed(need, std::max(most_typed_decimals, count), std::max(StepDecimals().count, count));
}

PrintedNumbers numbers_of(const Step& step) {
  return {step.values, step.id, step.is_given};
}

}  // namespace

Decimals decimals_of(const PrintedNumbers& numbers, const RenderOptions& options) {
  const int count = options.decimals.of(numbers.id);
  if (!numbers.is_given || !options.whole_inputs) return decimals_for(numbers.values, count);
  Decimals decimals = whole_or_rounded(need_of(numbers.values), count, options);
  decimals.count = std::max(decimals.count, count);
  return decimals;
}

Decimals decimals_of(const Step& step, const RenderOptions& options) {
  return decimals_of(numbers_of(step), options);
}

Decimals fewest_decimals_of(const PrintedNumbers& numbers, const RenderOptions& options) {
  const int count = options.decimals.of(numbers.id);
  if (!numbers.is_given) return decimals_for(numbers.values, count);
  return whole_or_rounded(need_of(numbers.values), count, options);
}

Decimals fewest_decimals_of(const Step& step, const RenderOptions& options) {
  return fewest_decimals_of(numbers_of(step), options);
}

Decimals decimals_of_constant(double constant, int count, const RenderOptions& options) {
  Need need;
  add_number(need, constant);
  return whole_or_rounded(need, count, options);
}

}  // namespace attn

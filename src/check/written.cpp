#include "check/written.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "attn/number.hpp"
#include "input/decimal.hpp"
#include "render/decimals.hpp"

namespace attn {

namespace {

std::string_view exponent_of(std::string_view number) {
  return number.substr(std::min(number.find_first_of("eE"), number.size()));
}

std::string_view mantissa_of(std::string_view number) {
  return number.substr(0, number.find_first_of("eE"));
}

int decimals_of(std::string_view number) {
  const std::string_view mantissa = mantissa_of(number);
  const std::size_t point = mantissa.find('.');
  return point == std::string_view::npos ? 0 : static_cast<int>(mantissa.size() - point - 1);
}

/// From the first digit that is not 0; all of them in zero.
int significant_digits(std::string_view number) {
  std::string_view digits = mantissa_of(number);
  digits.remove_prefix(std::min(digits.find_first_of("0123456789"), digits.size()));
  const std::size_t first = digits.find_first_of("123456789");
  if (first != std::string_view::npos) digits.remove_prefix(first);
  return static_cast<int>(std::ranges::count_if(digits, [](char c) { return c != '.'; }));
}

/// 15 digits are what any double keeps. So many decimals that a number of few digits has them for its size
/// alone are more than anyone wants to see of another one.
bool is_full(std::string_view number) {
  return significant_digits(number) >= 15 || decimals_of(number) > 40;
}

bool is_number(const Literal& literal) {
  return literal.text != "null" && !literal.text.starts_with('"');
}

/// fmt's "1.25e+02", with the exponent as another number spells it: 1.25E2, 1.25e+2, 1.25e+02.
std::string respelled(std::string_view number, std::string_view other) {
  const std::string_view exponent = exponent_of(number);
  const std::string_view digits_of_other =
      other.substr(std::min(other.find_first_of("0123456789"), other.size()));
  const bool is_padded = digits_of_other.size() > 1 && digits_of_other.starts_with('0');
  const bool has_plus = is_padded || other.find('+') != std::string_view::npos;
  std::string out(mantissa_of(number));
  out += other.front();
  if (has_plus || exponent[1] == '-') out += exponent[1];
  std::string_view digits = exponent.substr(2);
  if (!is_padded && digits.size() == 2 && digits.starts_with('0')) digits.remove_prefix(1);
  return out.append(digits);
}

/// With as many decimals as another number, or, if that has an exponent, as many digits.
std::string written_like(double value, std::string_view other) {
  const std::string_view exponent = exponent_of(other);
  if (exponent.empty()) return with_decimals(value, decimals_of(other));
  fmt::memory_buffer out;
  append_number(out, value, {significant_digits(other) - 1, true});
  return respelled({out.data(), out.size()}, exponent);
}

std::optional<double> stated_by(std::string_view literal) {
  if (!literal.starts_with('"')) return read_decimal(literal).value;
  return read_nonfinite(literal.substr(1, literal.size() - 2));
}

/// Whether two texts state one number.
bool agree(std::string_view a, std::string_view b) {
  const auto first = stated_by(a), second = stated_by(b);
  if (!first || !second) return a == b;
  return *first == *second || (std::isnan(*first) && std::isnan(*second));
}

}  // namespace

std::string shortest(double value) {
  fmt::memory_buffer out;
  write_number(out, value);
  return fmt::to_string(out);
}

std::string with_decimals(double value, int decimals) {
  constexpr double too_large = 1e15;
  if (!(std::fabs(value) < too_large)) return shortest(value);
  fmt::memory_buffer out;
  append_number(out, value, {decimals, false});
  return fmt::to_string(out);
}

Hand::Hand(std::span<const Literal> array) {
  for (const Literal& literal : array) {
    if (!is_number(literal)) continue;
    const std::string_view number = literal.text;
    if (is_full(number)) {
      is_full_ = true;
      return;
    }
    is_full_ = false;
    if (model_.empty() || decimals_of(number) > decimals_of(model_)) model_ = number;
  }
}

std::string Hand::write(double value, const Literal& old) const {
  if (old.text == "null") return old.text;
  const bool is_short = !is_full_ && std::isfinite(value);
  std::string text = !is_short        ? shortest(value)
                     : is_number(old) ? written_like(value, old.text)
                                      : written_like(value, model_);
  if (agree(text, old.text)) return old.text;
  // A 0 or 1 among decimals was one that has none to show: what takes its place has them.
  const bool is_whole = decimals_of(old.text) == 0 && exponent_of(old.text).empty();
  if (is_short && is_number(old) && is_whole)
    if (std::string among_decimals = written_like(value, model_); !agree(among_decimals, text))
      return among_decimals;
  return text;
}

}  // namespace attn

#include "render/decimals.hpp"

#include <fmt/compile.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <string_view>

namespace attn {
namespace {

double largest_finite_magnitude(const Matrix<double>& values) {
  double largest = 0;
  for (const double value : values.storage())
    if (std::isfinite(value)) largest = std::max(largest, std::fabs(value));
  return largest;
}

bool shows_zero(std::string_view number) {
  return number.substr(0, number.find('e')).find_first_of("123456789") == std::string_view::npos;
}

}  // namespace

Decimals decimals_for(const Matrix<double>& values, int count) {
  return decimals_for(largest_finite_magnitude(values), count);
}

Decimals decimals_for(double largest, int count) {
  constexpr double too_large = 1e7;
  const bool too_small = largest > 0 && largest < 1 && shows_zero(fmt::format("{:.{}f}", largest, count));
  return {count, largest >= too_large || too_small};
}

void append_number(fmt::memory_buffer& out, double value, Decimals decimals) {
  if (std::isnan(value)) value = std::fabs(value);  // the sign of NaN means nothing
  const std::size_t begin = out.size();
  if (decimals.scientific)
    fmt::format_to(fmt::appender(out), FMT_COMPILE("{:.{}e}"), value, decimals.count);
  else
    fmt::format_to(fmt::appender(out), FMT_COMPILE("{:.{}f}"), value, decimals.count);
  const std::string_view number(out.data() + begin, out.size() - begin);
  if (!number.starts_with('-') || std::isinf(value) || !shows_zero(number)) return;
  std::copy(out.begin() + begin + 1, out.end(), out.begin() + begin);
  out.resize(out.size() - 1);
}

double unit_of(double value, Decimals decimals) {
  const double exponent = decimals.scientific && value != 0 ? std::floor(std::log10(std::abs(value))) : 0;
  return std::pow(10.0, exponent - decimals.count);
}

double as_printed(double value, Decimals decimals) {
  if (!std::isfinite(value)) return value;
  fmt::memory_buffer text;
  append_number(text, value, decimals);
  double printed = 0;
  std::from_chars(text.data(), text.data() + text.size(), printed);
  return printed;
}

}  // namespace attn

#include "attn/number.hpp"

#include <fmt/compile.h>

#include <cmath>
#include <limits>

namespace attn {

namespace {

constexpr std::string_view infinity = "inf";
constexpr std::string_view minus_infinity = "-inf";
constexpr std::string_view not_a_number = "nan";

void write_nonfinite(fmt::memory_buffer& out, double value) {
  const std::string_view word = std::isnan(value) ? not_a_number : value < 0 ? minus_infinity : infinity;
  fmt::format_to(fmt::appender(out), "\"{}\"", word);
}

}  // namespace

void write_number(fmt::memory_buffer& out, double value) {
  if (!std::isfinite(value)) return write_nonfinite(out, value);
  // "-0" is the integer 0 to most JSON readers, which lose its sign.
  if (value == 0 && std::signbit(value)) return out.append(std::string_view("-0.0"));
  fmt::format_to(fmt::appender(out), FMT_COMPILE("{}"), value);
}

std::optional<double> read_nonfinite(std::string_view text) {
  if (text == infinity) return std::numeric_limits<double>::infinity();
  if (text == minus_infinity) return -std::numeric_limits<double>::infinity();
  if (text == not_a_number) return std::numeric_limits<double>::quiet_NaN();
  return std::nullopt;
}

}  // namespace attn

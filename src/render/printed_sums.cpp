#include "render/printed_sums.hpp"

#include <charconv>
#include <cmath>
#include <optional>
#include <string_view>

#include "render/elision.hpp"

namespace attn {
namespace {

/// The number in units of its last printed decimal: 3333 for 0.3333.
std::optional<long long> units(double value, Decimals decimals) {
  fmt::memory_buffer text;
  append_number(text, value, decimals);
  std::string digits;
  for (const char c : text)
    if (c != '.') digits += c;
  long long number = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
  if (error != std::errc() || end != digits.data() + digits.size()) return std::nullopt;
  return number;
}

/// "0.9999" for 9999 units of four decimals.
std::string in_decimals(long long units, int decimals) {
  const std::string digits = fmt::format("{:0{}}", units, decimals + 1);
  const std::size_t point = digits.size() - static_cast<std::size_t>(decimals);
  return digits.substr(0, point) + "." + digits.substr(point);
}

/// "0.990" and "0.99".
bool is_same(std::string_view printed, std::string_view exact) {
  return printed.starts_with(exact) &&
         printed.substr(exact.size()).find_first_not_of('0') == std::string_view::npos;
}

struct RowSums {
  std::optional<long long> printed = 0;
  double exact = 0;
};

/// Of query `i`: a row, or a column where tokens are columns.
RowSums sums_of(const Step& step, std::size_t i, Decimals decimals) {
  RowSums sums;
  const std::size_t keys = step.values.shape(step.is_transposed ? 0 : 1);
  for (std::size_t j = 0; j < keys; ++j) {
    const double value = step.is_transposed ? step.values(j, i) : step.values(i, j);
    const auto number = units(value, decimals);
    sums.printed = number && sums.printed ? std::optional(*sums.printed + *number) : std::nullopt;
    sums.exact += value;
  }
  return sums;
}

}  // namespace

std::vector<std::string> rows_that_do_not_add_up(const Step& step, Decimals decimals,
                                                 const RenderOptions& options) {
  constexpr int most_decimals = 15;  // beyond them a double's own rounding shows
  constexpr std::size_t most_texts = 4;
  std::vector<std::string> texts;
  const std::size_t keys = step.values.shape(step.is_transposed ? 0 : 1);
  if (keys > (step.is_transposed ? most_shown_rows : most_shown_columns) && !options.full) return texts;
  if (step.name != "weights" || decimals.scientific || decimals.count == 0 || decimals.count > most_decimals)
    return texts;
  const auto one = static_cast<long long>(std::llround(std::pow(10.0, decimals.count)));
  const std::size_t queries = step.values.shape(step.is_transposed ? 1 : 0);
  const Axis& axis = step.axes[step.is_transposed ? 1 : 0];
  for (std::size_t i = 0; i < queries && texts.size() < most_texts; ++i) {
    const RowSums sums = sums_of(step, i, decimals);
    if (!sums.printed || *sums.printed == one || sums.exact == 0) continue;
    const std::string printed = in_decimals(*sums.printed, decimals.count);
    const std::string exact = fmt::format("{:.{}g}", sums.exact, decimals.count + 4);
    const std::string_view line = step.is_transposed ? "column" : "row";
    texts.push_back(
        fmt::format("the printed {} {} adds up to {}{}", line, axis.at(i) + options.index_from, printed,
                    is_same(printed, exact) ? ", as it was rounded" : "; the exact one to " + exact));
  }
  return texts;
}

}  // namespace attn

#include "render/printed_sums.hpp"

#include <cmath>
#include <numeric>
#include <string_view>
#include <vector>

#include "render/elision.hpp"

namespace attn {
namespace {

/// "0.9999" for 9999 units of four decimals.
std::string in_decimals(long long units, int decimals) {
  const std::string digits = fmt::format("{:0{}}", units, decimals + 1);
  const std::size_t point = digits.size() - static_cast<std::size_t>(decimals);
  return decimals == 0 ? digits : digits.substr(0, point) + "." + digits.substr(point);
}

/// What numbers add up to as they are printed. Units of the last decimal are added exactly; in scientific
/// notation each number has its own, but few digits.
std::string printed_sum(const std::vector<double>& row, Decimals decimals) {
  const double in_one = std::pow(10.0, decimals.count);
  long long units = 0;
  double sum = 0;
  for (const double value : row) {
    sum += as_printed(value, decimals);
    units += std::llround(as_printed(value, decimals) * in_one);
  }
  return decimals.scientific ? fmt::format("{:.12g}", sum) : in_decimals(units, decimals.count);
}

/// "0.990" and "0.99", "1" and "1.0".
bool is_same(std::string_view one, std::string_view other) {
  const auto trimmed = [](std::string_view text) {
    if (text.find('.') == std::string_view::npos) return text;
    text = text.substr(0, text.find_last_not_of('0') + 1);
    return text.substr(0, text.find_last_not_of('.') + 1);
  };
  return trimmed(one) == trimmed(other);
}

/// Of query `i`: a row, or a column where tokens are columns.
std::vector<double> row_of(const Step& step, std::size_t i) {
  std::vector<double> row(step.values.shape(step.is_transposed ? 0 : 1));
  for (std::size_t j = 0; j < row.size(); ++j)
    row[j] = step.is_transposed ? step.values(j, i) : step.values(i, j);
  return row;
}

}  // namespace

std::vector<std::string> rows_that_do_not_add_up(const Step& step, Decimals decimals,
                                                 const RenderOptions& options) {
  constexpr int most_decimals = 15;  // beyond them a double's own rounding shows
  constexpr std::size_t most_texts = 4;
  std::vector<std::string> texts;
  const std::size_t keys = step.values.shape(step.is_transposed ? 0 : 1);
  if (keys > (step.is_transposed ? most_shown_rows : most_shown_columns) && !options.full) return texts;
  if (step.name != "weights" || decimals.count > most_decimals) return texts;
  const std::size_t queries = step.values.shape(step.is_transposed ? 1 : 0);
  const Axis& axis = step.axes[step.is_transposed ? 1 : 0];
  std::size_t more = 0;
  for (std::size_t i = 0; i < queries; ++i) {
    const std::vector<double> row = row_of(step, i);
    const double sum = std::accumulate(row.begin(), row.end(), 0.0);
    if (!std::isfinite(sum) || sum == 0) continue;
    const std::string printed = printed_sum(row, decimals);
    if (is_same(printed, "1")) continue;
    if (texts.size() == most_texts) {
      ++more;
      continue;
    }
    const std::string exact = fmt::format("{:.{}g}", sum, decimals.count + 4);
    const std::string_view line = step.is_transposed ? "column" : "row";
    texts.push_back(fmt::format(
        "the printed numbers of {} {} add up to {}{}", line, axis.at(i) + options.index_from, printed,
        is_same(printed, exact) ? ", because each one is rounded" : "; without rounding, to " + exact));
  }
  if (more > 0)
    texts.push_back(fmt::format("the printed numbers of {} more {}{} do not add up to 1 either", more,
                                step.is_transposed ? "column" : "row", more == 1 ? "" : "s"));
  return texts;
}

}  // namespace attn

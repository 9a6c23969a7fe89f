#include "render/markdown/table.hpp"

#include <fmt/format.h>

#include <string_view>
#include <vector>

#include "render/axis_text.hpp"
#include "render/elision.hpp"
#include "render/latex/notation.hpp"
#include "render/markdown/text.hpp"
#include "render/printed_decimals.hpp"
#include "render/printed_matrix.hpp"
#include "render/step_words.hpp"

namespace attn {
namespace {

constexpr std::string_view ellipsis = "…";

/// "2.5e-7" of 2.5e-07, "2.5" of 2.5e+00: as people write numbers.
std::string with_short_exponent(std::string_view text) {
  const std::size_t e = text.find('e');
  if (e == std::string_view::npos) return std::string(text);
  const std::size_t first_digit = text.find_first_of("123456789", e);
  if (first_digit == std::string_view::npos) return std::string(text.substr(0, e));
  return fmt::format("{}e{}{}", text.substr(0, e), text[e + 1] == '-' ? "-" : "", text.substr(first_digit));
}

std::string number(double value, Decimals decimals) {
  fmt::memory_buffer out;
  append_number(out, value, decimals);
  const std::string_view text(out.data(), out.size());
  if (text == "inf") return "∞";
  if (text == "-inf") return "-∞";
  if (text == "nan") return "NaN";
  return with_short_exponent(text);
}

class Table {
 public:
  Table(const Step& step, const MarkdownLabels& labels, const RenderOptions& options)
      : step_(step),
        labels_(labels),
        index_from_(options.index_from),
        rows_(printed_rows(step, options)),
        columns_(printed_columns(step, options)),
        decimals_(fewest_decimals_of(step, options)) {}

  void write(Output& output) const {
    output.write("\n" + head());
    for (const std::size_t i : rows_) output.write(row(i));
    const std::string left_out = left_out_in_words(step_.values, rows_, columns_);
    if (!left_out.empty()) output.write(fmt::format("\n{} {}.\n", ellipsis, left_out));
  }

 private:
  /// "3 cat".
  std::string label(const Axis& axis, std::size_t i) const {
    if (i == gap) return std::string(ellipsis);
    if (axis.name.empty()) return fmt::format("${}$", labels_.symbol);
    const std::string_view token = token_of(axis, i, labels_.tokens);
    return fmt::format("{}{}{}", axis.at(i) + index_from_, token.empty() ? "" : " ", markdown_text(token));
  }

  std::string head() const {
    std::string labels = "| |";
    std::string rule = "|:--|";
    const bool is_column = step_.axes.size() == 1;
    for (const std::size_t j : columns_) {
      labels +=
          fmt::format(" {} |", is_column ? fmt::format("${}$", labels_.symbol) : label(step_.axes[1], j));
      rule += "--:|";
    }
    return labels + "\n" + rule + "\n";
  }

  std::string row(std::size_t i) const {
    std::string cells = fmt::format("| {} |", label(step_.axes[0], i));
    for (const std::size_t j : columns_)
      cells += fmt::format(
          " {} |", i == gap || j == gap ? std::string(ellipsis) : number(step_.values(i, j), decimals_));
    return cells + "\n";
  }

  const Step& step_;
  const MarkdownLabels& labels_;
  std::size_t index_from_;
  std::vector<std::size_t> rows_;
  std::vector<std::size_t> columns_;
  Decimals decimals_;
};

}  // namespace

void write_markdown_table(Output& output, const Step& step, const MarkdownLabels& labels,
                          const RenderOptions& options) {
  if (step.values.size() == 0)
    output.write(step.values.shape(0) == 0 ? "\n(no rows)\n" : "\n(no columns)\n");
  else
    Table(step, labels, options).write(output);
}

}  // namespace attn
